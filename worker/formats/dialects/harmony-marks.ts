import type { CallContext, Opener, ReasoningMarks } from "../parsing/dialect.ts";
import { readCallArguments } from "../parsing/read-call.ts";
import type { Reading } from "../parsing/text-source.ts";

const MESSAGE = "<|message|>";
const CLOSERS = ["<|call|>", "<|end|>"];

/** The channel of thoughts in Harmony (gpt-oss, https://cookbook.openai.com/articles/openai-harmony). */
export const HARMONY_THOUGHT: ReasoningMarks = { open: `<|channel|>analysis${MESSAGE}`, close: "<|end|>" };

/** Marks around Harmony's messages; they mean nothing to the user. */
export const HARMONY_MARKS: readonly string[] = [
  `<|channel|>final${MESSAGE}`,
  `<|channel|>commentary${MESSAGE}`,
  "<|start|>assistant",
  "<|return|>",
  "<|call|>",
];

/**
 * Calls in Harmony's own form: ` to=functions.name <|constrain|>json<|message|>{…}<|call|>` in the commentary; models also
 * name the recipient before the channel, or call while they think.
 */
export const HARMONY_OPENERS: readonly Opener[] = [
  "<|channel|>commentary to=",
  "<|channel|>analysis to=",
  "<|start|>assistant to=",
  " to=",
].map((literal) => ({ literal, read: readRecipient }));

const FUNCTIONS = "functions.";
/** The model itself, to which nothing is sent. */
const SELF = "assistant";
const CODE_TOOLS = ["python", "container.exec"];

function* readRecipient(context: CallContext): Reading<boolean> {
  const { source, sink, tools, start, literal } = context;
  // The prompt ends where the role does, and the recipient may be what the model writes first.
  if (!literal.startsWith("<") && start !== 0) return false;
  const isFunction = yield* source.accept(FUNCTIONS);
  const name = yield* source.takeUntil((unit) => !/[\w.-]/.test(unit), 128);
  if (!isFunction && name === SELF) {
    sink.markup();
    return true;
  }
  const isBuiltIn = CODE_TOOLS.includes(name) || tools.get(name) !== undefined;
  if (name === "" || (!isFunction && !isBuiltIn)) return false;
  yield* source.takeUntilLiteral([MESSAGE]);
  if (!(yield* source.accept(MESSAGE))) return false;
  yield* source.skipSpace();
  if (!isFunction && (yield* source.peek()) !== "{") {
    const code = yield* source.takeUntilLiteral(CLOSERS);
    yield* source.acceptOne(CLOSERS);
    if (tools.get(name) === undefined) sink.broken(start, `'${name}' is not one of the tools`, source.held());
    else sink.call(name, { code });
    return true;
  }
  if (yield* readCallArguments(context, name, CLOSERS, [])) yield* source.acceptOne(CLOSERS);
  return true;
}
