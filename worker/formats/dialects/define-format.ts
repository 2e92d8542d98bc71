import { defined } from "../../protocol/defined.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { FormId } from "../../protocol/model.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, ToolResultText } from "../format.ts";
import { type CallShape, renderTagCall, type TagShape, toCallConstraint } from "../grammar/call-constraint.ts";
import { neutralise } from "../neutralise.ts";
import type { ConstraintMode, OutputConstraint } from "../output-constraint.ts";
import { createDialectParser } from "../parsing/create-parser.ts";
import { type Dialect, type Opener, THINK } from "../parsing/dialect.ts";
import { HERMES_OPENER } from "../parsing/tagged-json.ts";
import { rememberLast } from "../remember-last.ts";
import { toSpacedJson } from "./openai-tool.ts";

/** How a family writes a call, and how an engine is held to that form. */
export interface CallSyntax {
  write(name: string, input: JsonObject): string;
  /** As `Format.toConstraint`, for some tools at least. */
  constrain(tools: readonly ToolSpec[], mode: ConstraintMode): OutputConstraint | null;
  /** As in `Format`. */
  readonly textConstraint?: OutputConstraint;
}

/** One dialect's own part, beside the part that all dialects share. */
export interface FormatDefinition {
  readonly id: FormId;
  readonly markers: readonly string[];
  /** The system text's paragraphs, in order, when there are tools; an empty one is left out. */
  renderSystem(system: string, tools: readonly ToolSpec[]): readonly string[];
  /** The tools as they stand before the first question; see `Format.renderFirstQuestion`. */
  renderBeforeQuestion?(tools: readonly ToolSpec[]): string;
  /** As in `Format`. */
  readonly templateMark: string | null;
  readonly calls: CallSyntax;
  /** The role of the turn that holds the results: `tool` unless given. */
  readonly resultRole?: "user" | "tool";
  /** One result, its text neutralised already; the bare text unless given. */
  renderResult?(result: ToolResultText, index: number): string;
  /** Text between two results: a line break unless given. */
  readonly resultSeparator?: string;
  /** Literals that begin a call, beside the tag of the Hermes dialect, and how to read what follows. */
  readonly openers?: readonly Opener[];
  /** Literals that mean nothing to the user and are dropped, beside a stray end of that tag. */
  readonly dropped: readonly string[];
  /** Reasoning blocks beside `<think>`. */
  readonly reasoning?: Dialect["reasoning"];
  /** Only `openers` begin calls: neither that tag nor bare JSON does, which models of every family write. */
  readonly strict?: true;
  /** Further openers for calls that begin with the name of a declared tool. */
  toNameOpeners?(name: string): readonly Opener[];
}

/** Only the first declared names become openers: each one costs time at every position of an output. */
const MAX_NAMES = 64;

/** Makes a format of its definition and the shared part. */
export function defineFormat(definition: FormatDefinition): Format {
  const { id, markers, calls, toNameOpeners, renderBeforeQuestion } = definition;
  const { renderResult = ({ text }) => text, resultRole = "tool", resultSeparator = "\n" } = definition;
  const dialect = toDialect(definition);
  const describeTools = rememberLast((tools, system: string) =>
    definition
      .renderSystem(system, tools)
      .filter((paragraph) => paragraph !== "")
      .join("\n\n"),
  );
  const addNames = rememberLast(
    (tools, toOpeners: NonNullable<typeof toNameOpeners>): Dialect => ({
      ...dialect,
      openers: [...dialect.openers, ...tools.slice(0, MAX_NAMES).flatMap((tool) => toOpeners(tool.name))],
    }),
  );
  const constrain = {
    free: rememberLast((tools, mode: ConstraintMode) => calls.constrain(tools, mode)),
    forced: rememberLast((tools, mode: ConstraintMode) => calls.constrain(tools, mode)),
  };
  return {
    id,
    markers,
    templateMark: definition.templateMark,
    renderSystem: (system, tools) => (tools.length === 0 ? system : describeTools(tools, system)),
    ...(renderBeforeQuestion === undefined
      ? {}
      : { renderFirstQuestion: (question, tools) => renderBeforeQuestion(tools) + question }),
    renderCall: calls.write,
    renderResults(results) {
      const blocks = results.map((result, index) =>
        renderResult({ ...result, text: neutralise(result.text, markers) }, index),
      );
      return { role: resultRole, content: blocks.join(resultSeparator) };
    },
    createParser(options) {
      return createDialectParser(
        toNameOpeners === undefined ? dialect : addNames(options.tools, toNameOpeners),
        options,
      );
    },
    toConstraint: (tools, mode) => (tools.length === 0 ? null : constrain[mode](tools, mode)),
    ...defined({ textConstraint: calls.textConstraint }),
  };
}

function toDialect({ openers = [], dropped, reasoning: more = [], strict }: FormatDefinition): Dialect {
  const reasoning = [THINK, ...more];
  if (strict === true) return { openers, dropped, reasoning, bareJson: false };
  return { openers: [HERMES_OPENER, ...openers], dropped: [...dropped, "</tool_call>"], reasoning, bareJson: true };
}

/** Calls whose arguments are one JSON object. */
export function jsonCalls(shape: CallShape): CallSyntax {
  return {
    write: (name, input) => shape.begin(name) + toSpacedJson(input) + shape.end,
    constrain: (tools, mode) => toCallConstraint(shape, tools, mode),
  };
}

/** Calls with a tag for each argument. */
export function taggedCalls(shape: TagShape): CallSyntax {
  return {
    write: (name, input) => renderTagCall(shape, name, input),
    constrain: (tools, mode) => toCallConstraint(shape, tools, mode),
  };
}

/** A JSON list of calls right after an opening literal, on which a constraint takes hold. */
export function jsonListCalls(open: string, trigger: string): CallSyntax {
  const begin = (name: string): string => `${open}[{"name": ${JSON.stringify(name)}, "arguments": `;
  return jsonCalls({ begin, end: "}]", trigger });
}
