import type { Opener, ReasoningMarks } from "../parsing/dialect.ts";
import { readCallArguments } from "../parsing/read-call.ts";

const MESSAGE = "<|message|>";
const CLOSERS = ["<|call|>", "<|end|>"];

/** The channel of thoughts in Harmony (gpt-oss, https://cookbook.openai.com/articles/openai-harmony). */
export const HARMONY_THOUGHT: ReasoningMarks = { open: `<|channel|>analysis${MESSAGE}`, close: "<|end|>" };

/** What stands around Harmony's messages; it means nothing to the user. */
export const HARMONY_MARKS: readonly string[] = [
  `<|channel|>final${MESSAGE}`,
  `<|channel|>commentary${MESSAGE}`,
  "<|start|>assistant",
  "<|return|>",
  "<|call|>",
];

/** A call in Harmony's own form: ` to=functions.name <|constrain|>json<|message|>{…}<|call|>` in the commentary. */
export const HARMONY_OPENER: Opener = {
  literal: "<|channel|>commentary to=functions.",
  *read(context) {
    const { source } = context;
    const name = yield* source.takeUntil((unit) => !/[\w.-]/.test(unit), 128);
    yield* source.takeUntilLiteral([MESSAGE]);
    if (name === "" || !(yield* source.accept(MESSAGE))) return false;
    if (yield* readCallArguments(context, name, CLOSERS, [])) yield* source.acceptOne(CLOSERS);
    return true;
  },
};
