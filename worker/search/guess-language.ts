import de from "./languages/de.json" with { type: "json" };
import en from "./languages/en.json" with { type: "json" };
import es from "./languages/es.json" with { type: "json" };
import { toTerms } from "./terms.ts";

const STOP_WORDS = Object.entries({ de, en, es }).map(([code, { stop }]) => ({
  code,
  stop: new Set(stop.flatMap((line) => line.split(" "))),
}));
/** Words that belong to several languages: the language has to lead by this many. */
const LEAD = 2;

/** The language whose small words a text has most of, as a code; null where none leads. */
export function guessLanguage(text: string): string | null {
  const words = toTerms(text);
  const counts = STOP_WORDS.map(({ code, stop }) => ({ code, count: words.filter((word) => stop.has(word)).length }));
  const [first, second] = counts.sort((one, other) => other.count - one.count);
  return first !== undefined && first.count - (second?.count ?? 0) >= LEAD ? first.code : null;
}
