import type { JsonObject } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, OutputParser, ParserOptions, ToolResultText } from "../format.ts";
import { renderTagCall, type TagShape, toTagConstraint } from "../grammar/tag-constraint.ts";
import { neutralise } from "../neutralise.ts";
import { createDialectParser, type Dialect } from "../parsing/output-reader.ts";
import { type InvokeMarks, toInvokeOpeners } from "../parsing/tagged-invoke.ts";
import { HERMES_OPENER } from "../parsing/tagged-json.ts";
import { toOpenAiTool } from "./openai-tool.ts";

const OPEN = "<minimax:tool_call>";
const CLOSE = "</minimax:tool_call>";
const INVOKE_CLOSE = "</invoke>";
const PARAMETER_CLOSE = "</parameter>";

/** The tokens around its turns, which look like those of no other family. */
const TURNS = ["]~!b[", "]~b]", "[e~["];
const MARKERS = [
  OPEN,
  CLOSE,
  "<invoke name=",
  INVOKE_CLOSE,
  "<parameter name=",
  PARAMETER_CLOSE,
  "<response>",
  "</response>",
  "<tools>",
  "</tools>",
  "<think>",
  "</think>",
  ...TURNS,
];

const MARKS: InvokeMarks = {
  opens: ["<invoke name="],
  closes: [INVOKE_CLOSE],
  parameterOpens: ["<parameter"],
  parameterCloses: [PARAMETER_CLOSE],
  blocks: [CLOSE],
  marksTexts: false,
};

const SHAPE: TagShape = {
  begin: (name) => `${OPEN}\n<invoke name="${name}">\n`,
  beginArgument: (key) => `<parameter name="${key}">`,
  endArgument: `${PARAMETER_CLOSE}\n`,
  end: `${INVOKE_CLOSE}\n${CLOSE}`,
  trigger: OPEN,
};

const DIALECT: Dialect = {
  openers: [...toInvokeOpeners(MARKS), HERMES_OPENER],
  dropped: [OPEN, CLOSE, INVOKE_CLOSE, "</tool_call>", "[e~["],
  reasoning: [{ open: "<think>", close: "</think>" }],
  bareJson: true,
};

/** The dialect of MiniMax M2: invocations with a tag for each argument, texts bare and everything else as JSON. */
export const minimax: Format = {
  id: "minimax",
  markers: MARKERS,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return system;
    const lines = tools.map((tool) => {
      const text = JSON.stringify(toOpenAiTool(tool).function ?? null);
      return `<tool>${neutralise(text, MARKERS)}</tool>`;
    });
    const parts = [
      "# Tools\nYou may call one or more tools to assist with the user query.\nHere are the tools available in JSONSchema " +
        `format:\n\n<tools>\n${lines.join("\n")}\n</tools>`,
      "When making tool calls, use XML format to invoke tools and pass parameters:\n\n" +
        renderTagCall(SHAPE, "tool-name", { "param-key-1": "param-value-1", "param-key-2": "param-value-2" }),
    ];
    return [...(system === "" ? [] : [system]), ...parts].join("\n\n");
  },
  renderCall: (name: string, input: JsonObject): string => renderTagCall(SHAPE, name, input),
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    const blocks = results.map((result) => `<response>${neutralise(result.text, MARKERS)}</response>`);
    return { role: "tool", content: blocks.join("\n") };
  },
  createParser(options: ParserOptions): OutputParser {
    return createDialectParser(DIALECT, options);
  },
  toConstraint: (tools, mode) => toTagConstraint(SHAPE, tools, mode),
};
