import { neutralise } from "../neutralise.ts";
import { type CallContext, type Dialect, THINK } from "../parsing/dialect.ts";
import { HERMES_OPENER, readTaggedJson } from "../parsing/tagged-json.ts";
import type { Reading } from "../parsing/text-source.ts";
import { defineFormat, jsonListCalls } from "./define-format.ts";
import { toOpenAiFunction, toSpacedJson } from "./openai-tool.ts";

const OPEN = "<|tool_call|>";
const MARKERS = [OPEN, "<think>", "</think>", "<tool_call>", "</tool_call>"];

const DIALECT: Dialect = {
  openers: [
    { literal: OPEN, read: (context) => readTaggedJson(context, { closers: [], openers: [OPEN] }) },
    HERMES_OPENER,
    // An answer after reasoning stands between these.
    { literal: "<response>", read: readTag },
  ],
  dropped: ["</tool_call>", "<|end_of_text|>", "<|start_of_role|>", "<|end_of_role|>", "</response>"],
  reasoning: [THINK],
  bareJson: true,
};

// biome-ignore lint/correctness/useYield: the tag has been read already
function* readTag({ sink }: CallContext): Reading<boolean> {
  sink.markup();
  return true;
}

/** The dialect of Granite 3: its tool-call token and a JSON list. Granite 4 calls as Hermes does, in turns of its own. */
export const granite = defineFormat({
  id: "granite",
  markers: MARKERS,
  renderSystem: (system, tools) => [
    system,
    "You have access to the following tools. When a tool is required to answer the user's query, respond only with " +
      `${OPEN} followed by a JSON list of tools used. If no tool fits, answer without one.`,
    `[${neutralise(tools.map((tool) => toSpacedJson(toOpenAiFunction(tool))).join(",\n"), MARKERS)}]`,
  ],
  calls: jsonListCalls(OPEN, OPEN),
  dialect: DIALECT,
});
