import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../protocol/json.ts";
import type { ToolSpec } from "../protocol/tool.ts";
import type { Format, OutputParser, ParserOptions, ToolResultText } from "./format.ts";
import { GbnfRules, toGbnfLiteral } from "./json-schema-to-gbnf.ts";
import { neutralise } from "./neutralise.ts";
import { toOpenAiTool } from "./openai-tool.ts";
import type { OutputConstraint } from "./output-constraint.ts";
import { createDialectParser, type Dialect, type ReadingContext } from "./output-reader.ts";
import { CALL_CLOSE, CALL_OPEN, FUNCTION_OPEN, readFunction, readTaggedCall } from "./tagged-xml.ts";
import type { Reading } from "./text-source.ts";
import { isTextSchema } from "./typed-value.ts";

const MARKERS = [
  CALL_OPEN,
  CALL_CLOSE,
  FUNCTION_OPEN,
  "</function>",
  "<parameter=",
  "</parameter>",
  "<tool_response>",
  "</tool_response>",
  "<tools>",
  "</tools>",
  "<think>",
  "</think>",
];

const DIALECT: Dialect = {
  openers: [
    { literal: CALL_OPEN, read: readTaggedCall },
    { literal: FUNCTION_OPEN, read: readBareFunction },
  ],
  dropped: [CALL_CLOSE, "</function>", "<|im_end|>", "<|im_start|>", "<|endoftext|>"],
  reasoning: [{ open: "<think>", close: "</think>" }],
  bareJson: true,
};

function* readBareFunction(context: ReadingContext): Reading<boolean> {
  yield* readFunction(context);
  return true;
}

/** The dialect of Qwen3-Coder and Qwen3.5: function and parameter tags, values as plain text typed by the schema. */
export const qwen3Coder: Format = {
  id: "qwen3-coder",
  markers: MARKERS,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return system;
    const lines = tools.map((tool) => neutralise(JSON.stringify(toOpenAiTool(tool)), MARKERS));
    const parts = [
      `# Tools\n\nYou have access to the following functions:\n\n<tools>\n${lines.join("\n")}\n</tools>`,
      "If you choose to call a function ONLY reply in the following format with NO suffix:",
      "<tool_call>\n<function=example_function_name>\n<parameter=example_parameter_1>\nvalue_1\n</parameter>\n" +
        "<parameter=example_parameter_2>\nThis is the value for the second parameter\nthat can span\nmultiple lines\n" +
        "</parameter>\n</function>\n</tool_call>",
    ];
    return [...parts, ...(system === "" ? [] : [system])].join("\n\n");
  },
  renderCall(name: string, input: JsonObject): string {
    const parameters = Object.entries(input).map(([key, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `<parameter=${key}>\n${text}\n</parameter>\n`;
    });
    return `${CALL_OPEN}\n${FUNCTION_OPEN}${name}>\n${parameters.join("")}</function>\n${CALL_CLOSE}`;
  },
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    const blocks = results.map((result) => `<tool_response>\n${neutralise(result.text, MARKERS)}\n</tool_response>`);
    return { role: "user", content: blocks.join("\n") };
  },
  createParser(options: ParserOptions): OutputParser {
    return createDialectParser(DIALECT, options);
  },
  toConstraint(tools: readonly ToolSpec[], mode: "free" | "forced"): OutputConstraint | null {
    if (tools.length === 0) return null;
    const tags = tools.map((tool) => ({
      type: "tag",
      begin: `${CALL_OPEN}\n${FUNCTION_OPEN}${tool.name}>\n`,
      content: { type: "qwen_xml_parameter", json_schema: tool.parameters },
      end: `\n</function>\n${CALL_CLOSE}`,
    }));
    return {
      mode,
      gbnf: { grammar: toFunctionGrammar(tools), triggers: mode === "free" ? [CALL_OPEN] : [] },
      structuralTag: {
        type: "structural_tag",
        format: {
          type: "triggered_tags",
          triggers: [CALL_OPEN],
          tags,
          ...(mode === "forced" ? { at_least_one: true } : {}),
          stop_after_first: true,
        },
      },
    };
  },
};

function toFunctionGrammar(tools: readonly ToolSpec[]): string {
  const rules = new GbnfRules();
  const text = rules.add("text", '([^<] | "<" [^/<])*');
  const calls = tools.map((tool) => {
    const properties = tool.parameters.properties;
    const listed = tool.parameters.required;
    const required = new Set<JsonValue>(Array.isArray(listed) ? listed : []);
    const members = Object.entries(isJsonObject(properties) ? properties : {}).map(([key, schema]) => {
      const value = toValueRule(schema, text, rules);
      const body = `${toGbnfLiteral(`<parameter=${key}>\n`)} ${value} ${toGbnfLiteral("\n</parameter>\n")}`;
      return required.has(key) ? body : `(${body})?`;
    });
    const open = toGbnfLiteral(`${CALL_OPEN}\n${FUNCTION_OPEN}${tool.name}>\n`);
    return rules.add("call", [open, ...members, toGbnfLiteral(`</function>\n${CALL_CLOSE}`)].join(" "));
  });
  return rules.toGrammar(calls.join(" | "));
}

/** Texts stand bare between the tags; everything else is JSON. */
function toValueRule(schema: JsonValue, text: string, rules: GbnfRules): string {
  const listed = isJsonObject(schema)
    ? (schema.enum ?? (schema.const === undefined ? undefined : [schema.const]))
    : undefined;
  if (listed !== undefined && isJsonArray(listed)) {
    const choices = listed.map((choice) => toGbnfLiteral(typeof choice === "string" ? choice : JSON.stringify(choice)));
    return `(${choices.join(" | ")})`;
  }
  return isTextSchema(schema) ? text : rules.addSchema(schema);
}
