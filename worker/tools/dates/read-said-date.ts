import { attempt } from "../../protocol/attempt.ts";
import { foldLetters } from "../../search/terms.ts";
import { nameDay } from "./name-day.ts";
import { addSeconds, type PlainDate, readPlainDate, toDay } from "./plain-date.ts";
import { readClock, toDayWords } from "./read-clock.ts";

/**
 * Reads a date as a model or a person may write it: what `readPlainDate` takes, a weekday or Easter for the next one, and a
 * time of day, by itself or after such a day. Throws an error whose message is for the author of the text.
 */
export function readSaidDate(text: string, today: () => PlainDate): PlainDate {
  const day = readDay(text, today);
  if (day !== null) return day;
  const plain = foldLetters(text).trim();
  const [said, clock] = [toDayWords(plain), readClock(plain)];
  const date = said === "" ? toDay(today()) : readDay(said, today);
  if (date !== null && clock !== null) return addSeconds(toDay(date), clock);
  return readPlainDate(text, today);
}

function readDay(text: string, today: () => PlainDate): PlainDate | null {
  return attempt(() => nameDay(text.trim(), today()) ?? readPlainDate(text, today));
}
