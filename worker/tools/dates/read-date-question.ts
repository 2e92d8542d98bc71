import type { WishLanguage } from "../../agent/context/memory-wishes.ts";
import type { PlainCall, ToolContext } from "../../agent/define/tool.ts";
import { toDigits } from "../arithmetic/number-words.ts";
import { LOCALES, toBareQuestion } from "../plain-question.ts";
import { nameDay } from "./name-day.ts";
import { addMonths, formatPlainDate, type PlainDate, readPlainDate } from "./plain-date.ts";
import { toLocalDate } from "./to-local-date.ts";

const UNITS = {
  days: "days?|tage?n?|d[ií]as?",
  weeks: "weeks?|wochen?|semanas?",
  months: "months?|monate?n?|mes(?:es)?",
  years: "years?|jahre?n?|años?",
} as const;
type Unit = keyof typeof UNITS;
const UNIT = Object.values(UNITS).join("|");
const SPAN = `(?<span>(?:(?:an?|one|eine?[mnr]?|una?|el|\\d+|(?:a )?couple of) (?:${UNIT})|(?:a )?fortnight|quince d[ií]as|15 d[ií]as))`;

/** Asks for a date so long after or before today, with the words around it left out. */
const MOVES: readonly (readonly [WishLanguage, "add" | "subtract", RegExp])[] = (
  [
    ["en", "add", `${SPAN} (?:from|after) (?:now|today)`],
    ["en", "add", `(?:in|after|from now in) ${SPAN}(?: (?:from (?:now|today)|time))?`],
    ["en", "add", `${SPAN} (?:hence|later|ahead)`],
    ["en", "add", `today (?:plus|\\+) ${SPAN}`],
    ["en", "subtract", `${SPAN} (?:ago|back|earlier|before today)`],
    ["en", "subtract", `today (?:minus|-) ${SPAN}`],
    ["en", "add", `${SPAN} (?:after|from|past) (?<date>.+)`],
    ["en", "subtract", `${SPAN} before (?<date>.+)`],
    ["de", "add", `(?:heute |von heute an )?in ${SPAN}`],
    ["de", "add", `heute (?:plus|\\+) ${SPAN}`],
    ["de", "subtract", `(?:heute )?vor ${SPAN}`],
    ["de", "add", `${SPAN} nach (?<date>.+)`],
    ["de", "subtract", `${SPAN} vor (?<date>.+)`],
    ["es", "add", `(?:hoy )?(?:dentro de|en|de aquí a) ${SPAN}`],
    ["es", "add", `hoy (?:más|\\+) ${SPAN}`],
    ["es", "subtract", `hace ${SPAN}`],
    ["es", "add", `${SPAN} después (?:de|del) (?<date>.+)`],
    ["es", "subtract", `${SPAN} antes (?:de|del) (?<date>.+)`],
  ] as const
).map(([language, operation, pattern]) => [language, operation, new RegExp(`^${pattern}$`, "iu")]);
const WHICH_DATE: Readonly<Record<WishLanguage, RegExp>> = {
  en: /^(?:so |and )?(?:(?:can you )?tell me )?(?:(?:what|which) year (?:is|was|will) it(?: be)?|(?:what|which) (?:is|was|will(?: be)?|would(?: be)?) the (?:date|day)(?: be)?|(?:what|which|what['’]s|whats) ?(?:is )?(?:the )?(?:date|day|weekday|day of the week)(?: and date)?(?: (?:is|was|will) (?:it|that)(?: be)?| (?:is|was|will be|it is|it will be|it was|falls|comes))?|when (?:is|was)|what(?:['’]s| is)) /iu,
  de: /^(?:und )?(?:sag mir )?(?:welches jahr (?:ist|war|wird|haben wir|hatten wir)(?: es)?|welche[rsn] (?:wochen)?(?:tag|datum)|wann|was für ein (?:wochen)?tag|den wievielten|was)(?: (?:ist|war|haben wir|hatten wir|wird|wäre|es))* /iu,
  es: /^(?:y )?(?:dime )?(?:qué año (?:es|era|fue|será)|qué (?:fecha|día)(?: de la semana)?|cuál (?:es|será|fue) la fecha|cuándo)(?: (?:es|será|fue|era|cae|seremos|habrá|hay|estaremos|sería))* /iu,
};

/** Where the other day of a span is, as seen from today. */
type Direction = "until" | "since";

/** Asks how long it is from one day to another; without `from`, from today. */
const SPANS: readonly (readonly [WishLanguage, RegExp, Direction])[] = [
  [
    "en",
    /^how (?:many (?<unit>days?|weeks?|months?)|much time|long)(?: are| is| do| will)?(?: there| it| we| i)*(?: have| be| left| remain(?:ing)?| to go)*(?: left| still| more)* (?:until|till|til|to|before) (?<to>.+)$/iu,
    "until",
  ],
  [
    "en",
    /^how (?:many (?<unit>days?|weeks?|months?)|much time|long)(?: are| is)?(?: there| it)?(?: left)? (?:between|from) (?<from>.+?) (?:and|to|until|till) (?<to>.+)$/iu,
    "until",
  ],
  ["en", /^(?<unit>days?|weeks?|months?) (?:left )?(?:until|till|to|before) (?<to>.+)$/iu, "until"],
  [
    "en",
    /^how (?:many (?<unit>days?|weeks?|months?)|long)(?: is it| has it been| have passed| ago was)?(?: since)? (?:since|ago was) (?<to>.+)$/iu,
    "since",
  ],
  [
    "de",
    /^wie ?(?:viele? (?<unit>tage?|wochen?|monate?)|lange)(?: noch)?(?: sind| ist| bleiben| dauert| haben| fehlen)*(?: es| wir| mir)*(?: noch)?(?: sind es)? (?:bis (?:zu[mr]? )?|zu[mr]? |auf )(?<to>.+)$/iu,
    "until",
  ],
  [
    "de",
    /^wie ?(?:viele? (?<unit>tage?|wochen?|monate?)|lange)(?: sind| ist| liegen)?(?: es)? (?:zwischen|von|vom) (?:dem )?(?<from>.+?) (?:und|bis)(?: zum| dem)? (?<to>.+)$/iu,
    "until",
  ],
  [
    "de",
    /^wie ?(?:viele? (?<unit>tage?|wochen?|monate?)|lange)(?: ist es| sind es| sind)?(?: her)? seit (?:dem )?(?<to>.+)$/iu,
    "since",
  ],
  [
    "es",
    /^(?:cu[aá]nt[oa]s? (?<unit>d[ií]as?|semanas?|meses)|cuánto(?: tiempo)?)(?: faltan?| quedan?| hay| son)?(?: que)? (?:para|hasta)(?: el| la)? (?<to>.+)$/iu,
    "until",
  ],
  [
    "es",
    /^(?:cu[aá]nt[oa]s? (?<unit>d[ií]as?|semanas?|meses)|cuánto(?: tiempo)?)(?: hay| van| pasan)?(?: que)? (?:entre|desde|del?)(?: el| la)? (?<from>.+?) (?:y|hasta|al?)(?: el| la)? (?<to>.+)$/iu,
    "until",
  ],
];

/** Asks for the weekday of a date. */
const WEEKDAYS: readonly (readonly [WishLanguage, RegExp])[] = [
  ["en", /^(?:what(?:['’]s| is) )?(?<date>(?:next |this |coming )?\p{L}+day)['’]s date$/iu],
  [
    "en",
    /^(?:when is|what (?:date|day) is|what['’]s the date|what is the date|the date of)(?: on| of)? (?<date>.+?)$/iu,
  ],
  [
    "en",
    /^(?:so )?(?:what(?:['’]s| is)? (?:the )?(?:date|day)(?: is)?(?: it)?(?: of)?|what(?:['’]s| is)) (?<date>today|tomorrow|yesterday|(?:(?:next|this|coming) )?(?:sun|mon|tues|wednes|thurs|fri|satur)day|the day (?:after tomorrow|before yesterday))(?:['’]s (?:date|day))?$/iu,
  ],
  ["de", /^(?:wann ist|welches datum (?:ist|haben wir) am) (?<date>.+)$/iu],
  [
    "de",
    /^(?:welche[rsn] (?:wochen)?(?:tag|datum) (?:ist|war|haben wir|hatten wir)|(?:der|den) wievielte[nr]? (?:ist|haben wir|war)|was für ein (?:wochen)?tag ist) (?<date>.+?)$/iu,
  ],
  ["es", /^cuándo es (?<date>.+)$/iu],
  [
    "es",
    /^(?:qué (?:fecha|día) (?:es|será|fue|tenemos)|a qué (?:día |fecha )?estamos|cuál es la fecha(?: de)?) (?<date>.+)$/iu,
  ],
  [
    "en",
    /^(?:(?:on )?(?:what|which) (?:week ?day|day(?: of the week)?)(?: of the week)? (?:is|was|will be|does|did|will|falls?|of)|what day(?:['’]s)?(?: of the week)?(?: is| was)?) (?<date>.+?)(?: (?:fall(?: on)?|be|on|land on))?$/iu,
  ],
  ["en", /^(?<date>.+?) (?:is|was|falls on|will be|fell on) (?:what|which) (?:week ?day|day(?: of the week)?)$/iu],
  [
    "de",
    /^(?:(?:auf|an) )?(?:welche[rmn]|was für ein|was für einen) (?:wochen)?tag (?:ist|war|wird|fällt|fiel|hatten wir am|haben wir am)(?: der| am| den)? (?<date>.+?)(?: sein)?$/iu,
  ],
  ["es", /^(?:en )?(?:qué|cuál) día(?: de la semana)? (?:es|será|fue|era|cae|cayó|caerá)(?: el)? (?<date>.+)$/iu],
];

/** Asks for today without the word. */
const TODAY: readonly (readonly [WishLanguage, RegExp])[] = [
  [
    "en",
    /^(?:what(?:['’]s| is)? (?:the )?(?:date|day|day of the week)(?: is it)?(?: now| today)?|which day is it(?: today)?|tell me the date)$/iu,
  ],
  [
    "de",
    /^(?:welche[rsn] (?:wochen)?(?:tag|datum) (?:ist|haben wir)(?: es| wir)?(?: jetzt| heute)?|(?:der|den) wievielten? (?:ist|haben wir)(?: es| wir)?(?: heute)?)$/iu,
  ],
  ["es", /^(?:qué (?:día|fecha) (?:es|tenemos)(?: hoy)?|a qué (?:día |fecha )?estamos(?: hoy)?|qué día es)$/iu],
];

const MAX_QUESTION = 160;
const DAY_MS = 86_400_000;
/** Asks for the next of such days. */
const SAYS_WHEN = /^(?:when|wann|cuándo)/iu;
const YEAR = /\d{4}/u;
/** Reads a question that is nothing but one about dates: "a fortnight from now", "Wie viele Tage sind es bis Silvester?" */
export function readDateQuestion(question: string, context: Pick<ToolContext, "now" | "timeZone">): PlainCall | null {
  if (question.length > MAX_QUESTION) return null;
  const asked = toBareQuestion(question)
    .replace(/[\s?!.]+(?:please|bitte|por favor)?[\s?!.]*$/iu, "")
    .replace(/^(?:please|bitte|por favor|hi|hello|hallo|hola)[,!. ]+(?:¿)?/iu, "");
  const today = toLocalDate(context);
  const bare = TODAY.find(([, pattern]) => pattern.test(asked));
  if (bare !== undefined) return toDay("today", bare[0]);
  return readSpan(asked, today) ?? readWeekday(asked, today) ?? readMove(asked, today);
}

function readMove(asked: string, today: PlainDate): PlainCall | null {
  for (const [language, operation, pattern] of MOVES) {
    const digits = toDigits(asked, language);
    const bare = digits.replace(WHICH_DATE[language], "").replace(/^(?:the date|das datum|el día|la fecha) /iu, "");
    const { span = "", date: said } = pattern.exec(bare.trim())?.groups ?? {};
    const length = toLength(span);
    const date = said === undefined ? "today" : toDate(said, today);
    if (length === null || date === null) continue;
    return { arguments: { operation, date, ...length }, toAnswer: (result) => tellDate(result, language) };
  }
  return null;
}

function toLength(span: string): { readonly amount: number; readonly unit: Unit } | null {
  if (span === "") return null;
  if (/fortnight/iu.test(span)) return { amount: 2, unit: "weeks" };
  const unit = (Object.keys(UNITS) as Unit[]).find((each) =>
    new RegExp(`(?<!\\p{L})(?:${UNITS[each]})$`, "iu").test(span),
  );
  if (unit === undefined) return null;
  const amount = /couple/iu.test(span) ? 2 : Number(/\d+/u.exec(span)?.[0] ?? 1);
  return { amount, unit };
}

function readSpan(asked: string, today: PlainDate): PlainCall | null {
  for (const [language, pattern, direction] of SPANS) {
    const { unit = "", from, to = "" } = pattern.exec(asked)?.groups ?? {};
    const year = YEAR.exec(to)?.[0] ?? "";
    const date = from === undefined ? "today" : toDate(YEAR.test(from) ? from : `${from} ${year}`, today);
    const other = from === undefined ? toNearDate(to, today, direction) : toDate(to, today);
    if (date === null || other === null) continue;
    return {
      arguments: { operation: "difference", date, other_date: other },
      toAnswer: (result) => tellSpan(result, language, /^(?:week|woche|semana)/iu.test(unit)),
    };
  }
  return null;
}

/** A day without its year is the next one before which there is time, or the last one since which there has been. */
function toNearDate(said: string, today: PlainDate, direction: Direction | null): string | null {
  const date = toDate(said, today);
  if (date === null || direction === null || YEAR.test(date)) return date;
  const { at } = readPlainDate(date, () => today);
  const isBehind = direction === "until" ? at < Math.floor(today.at / DAY_MS) * DAY_MS : at > today.at;
  if (!isBehind || /^(?:yesterday|gestern|ayer|tomorrow|morgen|mañana)$/iu.test(date)) return date;
  return formatPlainDate(addMonths({ at, hasTime: false }, direction === "until" ? 12 : -12)).slice(0, 10);
}

function readWeekday(asked: string, today: PlainDate): PlainCall | null {
  for (const [language, pattern] of WEEKDAYS) {
    const date = toNearDate(pattern.exec(asked)?.groups?.date ?? "", today, SAYS_WHEN.test(asked) ? "until" : null);
    if (date === null) continue;
    return toDay(date, language);
  }
  return null;
}

function toDay(date: string, language: WishLanguage): PlainCall {
  return {
    arguments: { operation: "add", date, amount: 0, unit: "days" },
    toAnswer: (result) => tellDate(result, language),
  };
}

/** The words for a date if they are one. */
function toDate(said: string, today: PlainDate): string | null {
  const named = nameDay(said, today);
  if (named !== null) return named;
  const date = said.replace(/^(?:the(?! day)|der|den|dem|el|la|am|on) /iu, "").trim();
  try {
    readPlainDate(date, () => today);
    return date;
  } catch {
    return null;
  }
}

function tellDate(result: string, language: WishLanguage): string {
  const day = /^\d{4}-\d{2}-\d{2}/u.exec(result)?.[0];
  if (day === undefined) return result;
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "full", timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`));
}

const DAYS: Readonly<Record<WishLanguage, (days: number) => string>> = {
  en: (days) => (days === 1 ? "1 day" : `${days} days`),
  de: (days) => (days === 1 ? "1 Tag" : `${days} Tage`),
  es: (days) => (days === 1 ? "1 día" : `${days} días`),
};
const WEEKS: Readonly<Record<WishLanguage, (weeks: number) => string>> = {
  en: (weeks) => (weeks === 1 ? "1 week" : `${weeks} weeks`),
  de: (weeks) => (weeks === 1 ? "1 Woche" : `${weeks} Wochen`),
  es: (weeks) => (weeks === 1 ? "1 semana" : `${weeks} semanas`),
};
const AND: Readonly<Record<WishLanguage, string>> = { en: "and", de: "und", es: "y" };

function tellSpan(result: string, language: WishLanguage, isInWeeks: boolean): string {
  const days = Number(/^\d+/u.exec(result)?.[0] ?? "0");
  if (!isInWeeks || days < 7) return `**${DAYS[language](days)}**`;
  const rest = days % 7;
  const weeks = WEEKS[language](Math.floor(days / 7));
  return rest === 0 ? `**${weeks}**` : `**${weeks} ${AND[language]} ${DAYS[language](rest)}**`;
}
