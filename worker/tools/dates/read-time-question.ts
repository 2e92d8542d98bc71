import type { WishLanguage } from "../../agent/context/memory-wishes.ts";
import type { PlainCall } from "../../agent/define/tool.ts";
import { LOCALES, toBareQuestion, withoutEnding } from "../plain-question.ts";
import { findCityZone } from "./city-names.ts";
import { findTimeZone } from "./find-time-zone.ts";

const ASKED: readonly (readonly [WishLanguage, RegExp])[] = [
  [
    "en",
    /^(?:(?:can|could) you )?(?:please )?(?:tell me )?(?:what(?:['’]s| is)? (?:the )?(?:current |local )?time(?: is it| it is)?|(?:the |current )time|how late is it)(?: right)?(?: now)?(?: today)?(?: (?:in|at) (?<place>.+?))?(?: right)?(?: now)?(?: at the moment)?$/iu,
  ],
  [
    "de",
    /^(?:(?:kannst|könntest) du mir )?(?:bitte )?(?:sag mir )?(?:,? ?)(?:wie spät ist es|wie spät es ist|wie viel uhr (?:ist es|haben wir|es ist)|wieviel uhr (?:ist es|haben wir)|welche uhrzeit (?:ist es|haben wir)|(?:die )?(?:aktuelle )?uhrzeit)(?: jetzt| gerade| im moment)*(?: in (?<place>.+?))?(?: jetzt| gerade| im moment)*$/iu,
  ],
  [
    "es",
    /^(?:(?:puedes )?dec?irme |dime )?(?:qué hora es|qué hora tenemos|la hora)(?: ahora)?(?: mismo)?(?: en (?<place>.+?))?(?: ahora)?(?: mismo)?$/iu,
  ],
];
const MAX_QUESTION = 100;

/** Reads a question that is nothing but one for the time, here or in a city whose zone is known. */
export function readTimeQuestion(question: string): PlainCall | null {
  if (question.length > MAX_QUESTION) return null;
  const asked = withoutEnding(toBareQuestion(question));
  for (const [language, pattern] of ASKED) {
    const found = pattern.exec(asked);
    if (found === null) continue;
    const { place } = found.groups ?? {};
    if (place === undefined) return { arguments: {}, toAnswer: (result) => tellTime(result, language) };
    const zone = findTimeZone(place) ?? findCityZone(place);
    if (zone === undefined) return null;
    return { arguments: { time_zone: zone }, toAnswer: (result) => tellTime(result, language, place) };
  }
  return null;
}

/** From `Monday, 23 November 2026, 12:51:37 in UTC (UTC+00:00)`. */
function tellTime(result: string, language: WishLanguage, place?: string): string {
  const [, day = "", time = ""] = /^\p{L}+, (\d+ \p{L}+ \d{4}), (\d{2}:\d{2})/u.exec(result) ?? [];
  const at = new Date(`${day} UTC`);
  if (time === "" || Number.isNaN(at.getTime())) return result;
  const date = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "full", timeZone: "UTC" }).format(at);
  const where = place === undefined ? "" : ` in ${place}`;
  switch (language) {
    case "en":
      return `It is **${time}**${where} (${date}).`;
    case "de":
      return `Es ist **${time} Uhr**${where} (${date}).`;
    case "es":
      return `${time.startsWith("01") ? "Es la" : "Son las"} **${time}**${where.replace(" in ", " en ")} (${date}).`;
  }
}
