import type { CallShape } from "../grammar/call-constraint.ts";
import { neutralise } from "../neutralise.ts";
import { type CallContext, type Opener, toMarkOpener } from "../parsing/dialect.ts";
import { readCallArguments, reportBroken } from "../parsing/read-call.ts";
import { type InvokeMarks, toInvokeOpeners } from "../parsing/tagged-invoke.ts";
import type { Reading } from "../parsing/text-source.ts";
import { defineFormat, jsonCalls } from "./define-format.ts";

/** The separators that stand for the space in DeepSeek's token names; distilled models write them in other ways. */
const SPACES = ["▁", "_", " ", "\\_"];

function spell(...words: string[]): string[] {
  return ["｜", "|"].flatMap((bar) => SPACES.map((space) => `<${bar}${words.join(space)}${bar}>`));
}

const LIST_OPENS = [...spell("tool", "calls", "begin"), "<｜tool▁calls｜>"];
const LIST_CLOSES = spell("tool", "calls", "end");
const CALL_OPENS = spell("tool", "call", "begin");
const CALL_CLOSES = spell("tool", "call", "end");
const SEPARATORS = spell("tool", "sep");
const OUTPUTS = ["outputs", "output"].flatMap((word) => [
  ...spell("tool", word, "begin"),
  ...spell("tool", word, "end"),
]);
const ENDS = [...CALL_CLOSES, ...LIST_CLOSES];

const BLOCK_NAMES = ["｜", "|"].flatMap((bar) =>
  ["function_calls", "tool_calls", "calls"].map((name) => `${bar}DSML${bar}${name}>`),
);
const BLOCK_OPENS = BLOCK_NAMES.map((name) => `<${name}`);
const BLOCK_CLOSES = BLOCK_NAMES.map((name) => `</${name}`);

/** The tags of V3.2 and later: `<｜DSML｜invoke name="f"><｜DSML｜parameter name="a" string="true">…`. */
const INVOKE: InvokeMarks = {
  opens: ["<｜DSML｜invoke", "<|DSML|invoke"],
  closes: ["</｜DSML｜invoke>", "</|DSML|invoke>"],
  parameterOpens: ["<｜DSML｜parameter", "<|DSML|parameter"],
  parameterCloses: ["</｜DSML｜parameter>", "</|DSML|parameter>"],
  blocks: [...BLOCK_OPENS, ...BLOCK_CLOSES],
  marksTexts: true,
};

const SHAPE: CallShape = {
  begin: (name) => `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁sep｜>`,
  end: "<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
  trigger: "<｜tool▁calls▁begin｜>",
};

/** Some models leave out the first call's own opening token after the list's: `function<｜tool▁sep｜>name` follows at once. */
function* readList(context: CallContext): Reading<boolean> {
  const { source, sink } = context;
  yield* source.skipSpace();
  for (const separator of SEPARATORS) {
    if (yield* source.follows(`function${separator}`)) return yield* readCall(context);
  }
  sink.markup();
  return true;
}

/** A call whose opening tokens the model left out altogether. */
function* readUnopenedCall(context: CallContext): Reading<boolean> {
  return context.source.rewind(context.start) && (yield* readCall({ ...context, bodyStart: context.start }));
}

/** Reads `function<sep>name`, a fenced JSON block (V3), or `name<sep>` and JSON (V3.1). */
function* readCall(context: CallContext): Reading<boolean> {
  const { source, sink } = context;
  const first = (yield* source.takeUntil((unit) => unit === "<" || unit === "{" || unit === "\n", 256)).trim();
  if ((yield* source.acceptOne(SEPARATORS)) === null) {
    return yield* reportBroken(context, "expected the tool's name and a separator", ENDS, CALL_OPENS);
  }
  yield* source.skipSpace();
  let name = first;
  const next = yield* source.peek();
  if (next !== "{" && (next !== "`" || first === "function")) {
    name = (yield* source.takeUntil(
      (unit) => unit === "\n" || unit === "{" || unit === "`" || unit === "<",
      256,
    )).trim();
    yield* source.skipSpace();
  }
  const fenced = yield* source.accept("```");
  if (fenced) {
    yield* source.takeUntil((unit) => !/[a-zA-Z]/.test(unit), 16);
    yield* source.skipSpace();
  }
  if (name === "" || (yield* source.peek()) !== "{") {
    return yield* reportBroken(context, "expected a JSON object", ENDS, CALL_OPENS);
  }
  if (!(yield* readCallArguments(context, name, ENDS, CALL_OPENS))) return true;
  source.hold();
  yield* source.skipSpace();
  if (fenced && (yield* source.accept("```"))) yield* source.skipSpace();
  const closer = yield* source.acceptOne(CALL_CLOSES);
  sink.markup();
  if (closer === null) sink.text(source.release().replace(/```\s*$/, ""));
  return true;
}

/** The dialect of DeepSeek V3 and V3.1 (V3.2's is read as well), its tokens spelled with a full-width bar and a low line. */
export const deepseek = defineFormat({
  id: "deepseek",
  markers: [
    ...LIST_OPENS,
    ...CALL_OPENS,
    ...SEPARATORS,
    ...ENDS,
    ...OUTPUTS,
    ...INVOKE.blocks,
    ...INVOKE.opens,
    ...INVOKE.parameterOpens,
    ...INVOKE.parameterCloses,
  ],
  templateMark: "",
  renderSystem(system, tools) {
    const blocks = tools.map(({ name, description, parameters }) =>
      neutralise(`### ${name}\nDescription: ${description}\n\nParameters: ${JSON.stringify(parameters)}`),
    );
    return [
      system,
      `## Tools\nYou have access to the following tools:\n\n${blocks.join("\n\n")}`,
      "IMPORTANT: ALWAYS adhere to this exact format for tool use:\n" +
        `${SHAPE.begin("tool_call_name")}tool_call_arguments${SHAPE.end}`,
      "Where `tool_call_name` is one of the tools above and `tool_call_arguments` is a JSON object that follows its " +
        "parameters.",
    ];
  },
  calls: jsonCalls(SHAPE),
  renderResult: ({ text }) => `<｜tool▁output▁begin｜>${text}<｜tool▁output▁end｜>`,
  resultSeparator: "",
  openers: [
    ...LIST_OPENS.map((literal): Opener => ({ literal, read: readList })),
    ...CALL_OPENS.map((literal): Opener => ({ literal, read: readCall })),
    ...BLOCK_OPENS.map(toMarkOpener),
    ...SEPARATORS.map((separator): Opener => ({ literal: `function${separator}`, read: readUnopenedCall })),
    ...toInvokeOpeners(INVOKE),
  ],
  dropped: [
    ...BLOCK_CLOSES,
    ...INVOKE.closes,
    ...LIST_CLOSES,
    ...CALL_CLOSES,
    ...SEPARATORS,
    ...OUTPUTS,
    ...spell("end", "of", "sentence"),
    "<｜User｜>",
    "<｜Assistant｜>",
  ],
});
