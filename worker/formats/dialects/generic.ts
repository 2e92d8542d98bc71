import type { JsonObject } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, OutputParser, ParserOptions, ToolResultText } from "../format.ts";
import { type CallShape, toCallConstraint } from "../grammar/call-constraint.ts";
import { neutralise } from "../neutralise.ts";
import { createDialectParser, type Dialect } from "../parsing/output-reader.ts";
import { HERMES_OPENER } from "../parsing/tagged-json.ts";
import { describeTools } from "./describe-tools.ts";

const MARKERS = ["<think>", "</think>", "[tool result"];

const SHAPE: CallShape = {
  begin: (name) => `{"tool": ${JSON.stringify(name)}, "args": `,
  end: "}",
  trigger: "",
};

const DIALECT: Dialect = {
  openers: [HERMES_OPENER],
  dropped: ["</tool_call>", "<|im_end|>", "<|eot_id|>", "<|end|>", "<end_of_turn>", "<|endoftext|>"],
  reasoning: [{ open: "<think>", close: "</think>" }],
  bareJson: true,
};

/** The dialect for models of no known family: a call is `{"tool", "args"}`, said in plain words. */
export const generic: Format = {
  id: "generic",
  markers: MARKERS,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return system;
    const parts = [
      `You can use these tools:\n${describeTools(tools, MARKERS)}`,
      'To use one, reply with nothing but a JSON object: {"tool": "<name>", "args": {<arguments>}}\n' +
        "The result comes in the next message. When you need no tool, answer in plain text.",
    ];
    return [...(system === "" ? [] : [system]), ...parts].join("\n\n");
  },
  renderCall(name: string, input: JsonObject): string {
    return `${SHAPE.begin(name)}${JSON.stringify(input)}${SHAPE.end}`;
  },
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    const blocks = results.map((result) => `[tool result: ${result.name}]\n${neutralise(result.text, MARKERS)}`);
    return { role: "user", content: blocks.join("\n\n") };
  },
  createParser(options: ParserOptions): OutputParser {
    return createDialectParser(DIALECT, options);
  },
  toConstraint: (tools, mode) => toCallConstraint(SHAPE, tools, mode),
};
