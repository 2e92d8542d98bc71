import { type JsonValue, parseJson } from "../../protocol/json.ts";

/** A value of the file, or why it is none. */
export type SplitValue =
  | { readonly type: "value"; readonly value: JsonValue }
  | { readonly type: "fault"; readonly fault: "broken" | "too-long" };

/** Characters of one value: longer than any chat, and little enough to be held. */
const MAX_CHARACTERS = 64_000_000;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];
/** The characters that matter outside of strings and in them: the engine's own search passes over all others. */
const EDGE = /["[\]{}]/g;
const STRING_EDGE = /["\\]/g;

/**
 * Reads the objects of a JSON text one by one while it streams: the elements of a list, an object that is the whole text, or
 * one object after the other. No more than one of them is held. What stands between them is passed over.
 */
export async function* splitJson(
  chunks: AsyncIterable<string>,
  maxCharacters: number = MAX_CHARACTERS,
): AsyncGenerator<SplitValue, void, void> {
  const scanner = createScanner();
  let text = "";
  let isTooLong = false;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = scanner.find(chunk, 0); at >= 0; at = scanner.find(chunk, at + 1)) {
      const edge = scanner.step(chunk.charCodeAt(at));
      if (edge === null) continue;
      if (edge === "begin") {
        from = at;
        continue;
      }
      text += chunk.slice(from, at + 1);
      yield isTooLong || text.length > maxCharacters ? { type: "fault", fault: "too-long" } : parse(text);
      text = "";
      isTooLong = false;
    }
    if (scanner.isInside()) text += chunk.slice(from);
    if (text.length > maxCharacters) {
      isTooLong = true;
      text = "";
    }
  }
  if (scanner.isInside()) yield { type: "fault", fault: "broken" };
}

/** Follows a JSON text from character to character, and tells where a value begins and ends. */
function createScanner() {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let isFirst = true;
  const stepInString = (code: number): null => {
    if (isEscaped) isEscaped = false;
    else if (code === BACKSLASH) isEscaped = true;
    else if (code === QUOTE) inString = false;
    return null;
  };
  /** The next character from there on that `step` has to see, or -1. */
  const find = (chunk: string, from: number): number => {
    if (isEscaped) return from < chunk.length ? from : -1;
    const edge = inString ? STRING_EDGE : EDGE;
    edge.lastIndex = from;
    return edge.test(chunk) ? edge.lastIndex - 1 : -1;
  };
  const open = (code: number): "begin" | null => {
    const isOuterList = isFirst && code === OPEN_LIST;
    isFirst = false;
    if (isOuterList) return null;
    depth += 1;
    return depth === 1 ? "begin" : null;
  };
  const close = (): "end" | null => {
    if (depth === 0) return null;
    depth -= 1;
    return depth === 0 ? "end" : null;
  };
  return {
    find,
    isInside: () => depth > 0,
    step(code: number): "begin" | "end" | null {
      if (inString) return stepInString(code);
      if (code === OPEN_OBJECT || code === OPEN_LIST) return open(code);
      if (code === CLOSE_OBJECT || code === CLOSE_LIST) return close();
      if (code === QUOTE) inString = depth > 0;
      return null;
    },
  };
}

function parse(text: string): SplitValue {
  const value = parseJson(text);
  return value === undefined ? { type: "fault", fault: "broken" } : { type: "value", value };
}
