import type { JsonObject } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, OutputParser, ParserOptions, ToolResultText } from "../format.ts";
import { type CallShape, toCallConstraint } from "../grammar/call-constraint.ts";
import { neutralise } from "../neutralise.ts";
import { createDialectParser, type Dialect, type ReadingContext } from "../parsing/output-reader.ts";
import { HERMES_OPENER, readTaggedJson } from "../parsing/tagged-json.ts";
import type { Reading } from "../parsing/text-source.ts";
import { toOpenAiTool } from "./openai-tool.ts";

const OPEN = "<|tool_call|>";
const MARKERS = [OPEN, "<think>", "</think>", "<tool_call>", "</tool_call>"];

const SHAPE: CallShape = {
  begin: (name) => `${OPEN}[{"name": ${JSON.stringify(name)}, "arguments": `,
  end: "}]",
  trigger: OPEN,
};

const DIALECT: Dialect = {
  openers: [
    {
      literal: OPEN,
      read: (context: ReadingContext): Reading<boolean> => readTaggedJson(context, { closers: [], openers: [OPEN] }),
    },
    HERMES_OPENER,
    // An answer after reasoning stands between these.
    { literal: "<response>", read: readTag },
  ],
  dropped: ["</tool_call>", "<|end_of_text|>", "<|start_of_role|>", "<|end_of_role|>", "</response>"],
  reasoning: [{ open: "<think>", close: "</think>" }],
  bareJson: true,
};

// biome-ignore lint/correctness/useYield: the tag has been read already
function* readTag({ sink }: ReadingContext): Reading<boolean> {
  sink.markup();
  return true;
}

/** The dialect of Granite 3: its tool-call token and a JSON list. Granite 4 calls as Hermes does, in turns of its own. */
export const granite: Format = {
  id: "granite",
  markers: MARKERS,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return system;
    const list = tools.map((tool) => JSON.stringify(toOpenAiTool(tool).function ?? null));
    const parts = [
      "You have access to the following tools. When a tool is required to answer the user's query, respond only with " +
        `${OPEN} followed by a JSON list of tools used. If no tool fits, answer without one.`,
      `[${neutralise(list.join(",\n"), MARKERS)}]`,
    ];
    return [...(system === "" ? [] : [system]), ...parts].join("\n\n");
  },
  renderCall(name: string, input: JsonObject): string {
    return `${SHAPE.begin(name)}${JSON.stringify(input)}${SHAPE.end}`;
  },
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    return { role: "tool", content: results.map((result) => neutralise(result.text, MARKERS)).join("\n") };
  },
  createParser(options: ParserOptions): OutputParser {
    return createDialectParser(DIALECT, options);
  },
  toConstraint: (tools, mode) => toCallConstraint(SHAPE, tools, mode),
};
