type Replaced =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly refusal: "no-match" | "many-matches" };

/** Replaces a piece of a text that is in it exactly once. Line ends are taken as the text has them. */
export function replaceOnce(text: string, find: string, replace: string): Replaced {
  if (find === "") return { ok: false, refusal: "no-match" };
  const windows = text.includes("\r\n") && !find.includes("\r\n");
  const toOwn = (words: string): string => (windows ? words.replaceAll("\n", "\r\n") : words);
  const wanted = toOwn(find);
  const first = text.indexOf(wanted);
  if (first < 0) return { ok: false, refusal: "no-match" };
  if (text.indexOf(wanted, first + 1) >= 0) return { ok: false, refusal: "many-matches" };
  return { ok: true, text: text.slice(0, first) + toOwn(replace) + text.slice(first + wanted.length) };
}
