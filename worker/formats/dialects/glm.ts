import { DEFAULT_JSON_LIMITS } from "../../protocol/bounded-json.ts";
import { isForbiddenKey, type JsonValue } from "../../protocol/json.ts";
import type { CallContext } from "../parsing/dialect.ts";
import { reportBroken } from "../parsing/read-call.ts";
import { toFirstLineOpener } from "../parsing/tagged-json.ts";
import { CALL_CLOSE, CALL_OPEN, readTaggedCall } from "../parsing/tagged-xml.ts";
import type { Reading } from "../parsing/text-source.ts";
import { toTypedValue } from "../parsing/typed-value.ts";
import { defineFormat, taggedCalls } from "./define-format.ts";
import { HERMES_MARKERS, renderSignatures, renderToolResponse } from "./hermes-texts.ts";

const KEY_OPEN = "<arg_key>";
const KEY_CLOSE = "</arg_key>";
const VALUE_OPEN = "<arg_value>";
const VALUE_CLOSE = "</arg_value>";
const MARKERS = [CALL_OPEN, CALL_CLOSE, KEY_OPEN, KEY_CLOSE, VALUE_OPEN, VALUE_CLOSE, ...HERMES_MARKERS];

const CALLS = taggedCalls({
  begin: (name) => `${CALL_OPEN}${name}\n`,
  beginArgument: (key) => `${KEY_OPEN}${key}${KEY_CLOSE}\n${VALUE_OPEN}`,
  endArgument: `${VALUE_CLOSE}\n`,
  end: CALL_CLOSE,
  trigger: CALL_OPEN,
});

/** Reads the tool's name, then pairs of a key and a value. Anything but a bare name is one of the other forms of this tag. */
function* readCall(context: CallContext): Reading<boolean> {
  const { source, sink, tools, bodyStart } = context;
  yield* source.skipSpace();
  const name = yield* source.takeUntil((unit) => /[\s<>{}[\]()"'`]/.test(unit), 256);
  yield* source.skipSpace();
  const isNamed = name !== "" && (yield* source.nextLiteral([KEY_OPEN, CALL_CLOSE])) !== null;
  if (!isNamed) {
    if (source.rewind(bodyStart)) return yield* readTaggedCall(context);
    return yield* breakCall(context, "the call names no tool");
  }
  sink.name(name);
  const input: { [key: string]: JsonValue } = {};
  const repairs = new Set<string>();
  for (;;) {
    yield* source.skipSpace();
    if (yield* source.accept(CALL_CLOSE)) break;
    if ((yield* source.nextLiteral([CALL_OPEN])) !== null) {
      repairs.add("missing closing tag");
      break;
    }
    if (!(yield* source.accept(KEY_OPEN))) {
      const isCut = (yield* source.peek()) === "";
      return yield* breakCall(context, isCut ? "the call is cut off" : "expected an argument");
    }
    const key = (yield* source.takeUntil((unit) => unit === "<" || unit === "\n", 256)).trim();
    yield* source.accept(KEY_CLOSE);
    yield* source.skipSpace();
    if (key === "" || isForbiddenKey(key) || !(yield* source.accept(VALUE_OPEN))) {
      const reason = key === "" ? "an argument has no name" : `the argument '${key}' cannot be read`;
      return yield* breakCall(context, reason);
    }
    const text = yield* source.takeUntilLiteral([VALUE_CLOSE, KEY_OPEN, CALL_CLOSE]);
    if ((yield* source.peek()) === "" || text.length > DEFAULT_JSON_LIMITS.maxCharacters) {
      return yield* breakCall(context, `the value of '${key}' is not closed`);
    }
    if (!(yield* source.accept(VALUE_CLOSE))) repairs.add("missing closing tag");
    input[key] = toTypedValue(text, tools.argumentSchema(name, key));
  }
  sink.call(name, input, repairs);
  return true;
}

function* breakCall(context: CallContext, reason: string): Reading<true> {
  return yield* reportBroken(context, reason, [CALL_CLOSE], [CALL_OPEN]);
}

/** The dialect of GLM 4.5 to 4.7: a bare name, then a key tag and a value tag for each argument, texts bare. */
export const glm = defineFormat({
  id: "glm",
  markers: MARKERS,
  templateMark: KEY_OPEN,
  renderSystem: (system, tools) => [
    ...renderSignatures(tools, MARKERS),
    "For each function call, output the function name and arguments within the following XML format:\n" +
      CALLS.write("{function-name}", { "{arg-key-1}": "{arg-value-1}", "{arg-key-2}": "{arg-value-2}" }),
    system,
  ],
  calls: CALLS,
  renderResult: renderToolResponse,
  openers: [{ literal: CALL_OPEN, read: readCall }],
  dropped: [VALUE_CLOSE, "<|observation|>", "<|user|>", "<|assistant|>", "<|role_end|>", "<|endoftext|>"],
  toNameOpeners: (name) => [toFirstLineOpener(name)],
});
