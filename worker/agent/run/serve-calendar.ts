import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import type { CallRound } from "../calls/execute-calls.ts";
import { escapeMarkdown } from "../context/escape-markdown.ts";
import type { WishLanguage } from "../context/memory-wishes.ts";
import type { RunEnd } from "../state/run.ts";
import { toValue } from "./serve-table.ts";
import { serveAnswer, serveCalls } from "./serve-turn.ts";

const LIST_TOOL = "list_events";

/** The whole of a question about the calendar, with its days. */
const ASKED: readonly (readonly [WishLanguage, RegExp])[] = [
  [
    "en",
    /^(?:what(?:['’]?s| is| do i have)(?: there)? (?:on|in) my calendar|(?:which|what) (?:appointments|events|meetings) (?:do i have|are there)|(?:show|read)(?: me)? my calendar|(?:do i have|are there) any (?:appointments|events|meetings))(?: (?:for |on )?(?<when>today|tomorrow|this week|the next (?:seven|7) days))?\W*$/iu,
  ],
  [
    "de",
    /^(?:was (?:steht|ist|habe ich) (?:(?<before>heute|morgen|diese woche) )?(?:in|im) (?:meinem )?kalender|welche (?:termine|treffen) (?:habe ich|gibt es)|(?:zeige?|lies)(?: mir)? meinen kalender|habe ich (?:(?<soon>heute|morgen|diese woche) )?termine)(?: (?:für )?(?<when>heute|morgen|diese woche))?\W*$/iu,
  ],
  [
    "es",
    /^¿?(?:qué (?:hay|tengo) en mi calendario|qué (?:citas|eventos|reuniones) (?:tengo|hay)|(?:muéstrame|enséñame|lee) mi calendario|tengo (?:alguna )?citas?)(?: (?:para )?(?<when>hoy|mañana|esta semana))?\W*$/iu,
  ],
];

/** "What is in my calendar tomorrow?", told by the app for a small model. Null where the model is to answer. */
export async function* serveCalendar(round: CallRound): AsyncGenerator<RunEvent, RunEnd | null, void> {
  const { run, allowlist } = round;
  if (!allowlist.has(LIST_TOOL)) return null;
  const asked = (run.request.asked ?? run.request.question).trim();
  for (const [language, pattern] of ASKED) {
    const found = pattern.exec(asked);
    if (found === null) continue;
    const { when, before = when, soon = before } = found.groups ?? {};
    const { text, end } = yield* tellEvents(round, toDays(soon ?? ""), language);
    return end ?? (yield* serveAnswer(run, text === "" ? WORDS[language].none : text));
  }
  return null;
}

function toDays(when: string): JsonObject {
  if (/^(?:tomorrow|morgen|mañana)$/iu.test(when)) return { from: "tomorrow" };
  return /(?:week|days|woche|semana)/iu.test(when) ? { days: 7 } : {};
}

/** What the calendars say about some days, as a list; empty where they say nothing, or where none may be read. */
export async function* tellEvents(
  round: CallRound,
  days: JsonObject,
  language: WishLanguage,
): AsyncGenerator<RunEvent, { readonly text: string; readonly end: RunEnd | null }, void> {
  if (!round.allowlist.has(LIST_TOOL)) return { text: "", end: null };
  const { records, end } = yield* serveCalls(round, [{ name: LIST_TOOL, arguments: days }]);
  const listed = toValue(records);
  const events = isJsonObject(listed) && isJsonArray(listed.events) ? listed.events : [];
  const lines = events.map((event) => `- ${toLine(event, language)}`);
  return { text: lines.length === 0 ? "" : [WORDS[language].listed, "", ...lines].join("\n"), end };
}

const WORDS = {
  en: { locale: "en-GB", listed: "In your calendar:", none: "Your calendar has nothing for then." },
  de: { locale: "de", listed: "In deinem Kalender:", none: "In deinem Kalender steht dafür nichts." },
  es: { locale: "es", listed: "En tu calendario:", none: "Tu calendario no tiene nada para entonces." },
} as const satisfies Record<WishLanguage, object>;

function toLine(event: JsonValue, language: WishLanguage): string {
  if (!isJsonObject(event)) return "";
  const { title, begins, where } = event;
  const [date = "", time] = String(begins ?? "").split("T");
  const format = new Intl.DateTimeFormat(WORDS[language].locale, { dateStyle: "full", timeZone: "UTC" });
  const day = Number.isNaN(Date.parse(date)) ? date : format.format(new Date(`${date}T00:00Z`));
  const place = typeof where === "string" ? [escapeMarkdown(where)] : [];
  const facts = [day, ...(time === undefined ? [] : [time]), ...place];
  return `${escapeMarkdown(String(title ?? ""))} (${facts.join(", ")})`;
}
