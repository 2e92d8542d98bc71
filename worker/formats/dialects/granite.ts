import { neutralise } from "../neutralise.ts";
import { type ReasoningMarks, toMarkOpener } from "../parsing/dialect.ts";
import { readTaggedJson } from "../parsing/tagged-json.ts";
import { defineFormat, jsonListCalls } from "./define-format.ts";
import { toOpenAiFunction, toSpacedJson } from "./openai-tool.ts";

const OPEN = "<|tool_call|>";
const MARKERS = [OPEN, "<think>", "</think>", "<tool_call>", "</tool_call>"];

/** Granite 3.2 thinks in plain words. */
const PROCESS: ReasoningMarks = { open: "Here is my thought process:", close: "Here is my response:" };

/** The dialect of Granite 3: its tool-call token and a JSON list. Granite 4 calls as Hermes does, in turns of its own. */
export const granite = defineFormat({
  id: "granite",
  markers: MARKERS,
  templateMark: "",
  renderSystem: (system, tools) => [
    system,
    "You have access to the following tools. When a tool is required to answer the user's query, respond only with " +
      `${OPEN} followed by a JSON list of tools used. If no tool fits, answer without one.`,
    `[${neutralise(tools.map((tool) => toSpacedJson(toOpenAiFunction(tool))).join(",\n"), MARKERS)}]`,
  ],
  calls: jsonListCalls(OPEN, OPEN),
  openers: [
    { literal: OPEN, read: (context) => readTaggedJson(context, { closers: [], openers: [OPEN] }) },
    // An answer after reasoning stands between these.
    toMarkOpener("<response>"),
  ],
  dropped: ["<|end_of_text|>", "<|start_of_role|>", "<|end_of_role|>", "</response>"],
  reasoning: [PROCESS],
});
