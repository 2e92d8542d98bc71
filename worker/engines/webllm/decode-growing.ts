type Decode = (ids: Int32Array) => string;

/** A decoder's sign for bytes that do not form a character yet. */
const REPLACEMENT = "\uFFFD";
/** Tokens before the new ones that are decoded with them: what a token is written as may depend on its neighbours. */
const CONTEXT_TOKENS = 8;

/**
 * Decodes a list of tokens that grows: of each longer list only the new tokens and a few before them. WebLLM 0.2.86 decodes
 * the whole reply at each token, which costs the square of its length. A list that does not go on from the last one is
 * decoded whole.
 */
export function decodeGrowing(decode: Decode): Decode {
  let known: Int32Array = new Int32Array();
  let text = "";
  /** Numbers of tokens after which the text ended with a whole character, ascending; the last is the length of `known`. */
  let borders: number[] = [0];

  function decodeWhole(ids: Int32Array): string {
    const whole = decode(ids);
    const isComplete = !whole.endsWith(REPLACEMENT);
    [known, text, borders] = isComplete ? [ids, whole, [0, ids.length]] : [new Int32Array(), "", [0]];
    return whole;
  }

  return (ids) => {
    if (known.length === 0 || ids.length < known.length || known.some((id, at) => id !== ids[at]))
      return decodeWhole(ids);
    const from = borders.findLast((border) => border <= known.length - CONTEXT_TOKENS) ?? 0;
    const before = decode(ids.subarray(from, known.length));
    const after = decode(ids.subarray(from));
    if (!after.startsWith(before)) return decodeWhole(ids);
    const grown = text + after.slice(before.length);
    if (!after.endsWith(REPLACEMENT)) {
      known = ids;
      text = grown;
      borders = [...borders.filter((border) => border >= from), ids.length];
    }
    return grown;
  };
}
