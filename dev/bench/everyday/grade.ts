import { z } from "zod";

const conditions = {
  /** One of these numbers stands in the answer. */
  num: z.union([z.number(), z.array(z.number())]).optional(),
  /** How far from the number; a hundredth by default. */
  within: z.number().optional(),
  /** Patterns, whatever the case. */
  re: z.string().optional(),
  not: z.string().optional(),
  /** Characters at least. */
  min: z.int().optional(),
  /** It says that it cannot, or does not know. */
  declines: z.literal(true).optional(),
  /** The time there, at most four minutes old. */
  zone: z.string().optional(),
  /** The date so many days from today. */
  date: z.strictObject({ plusDays: z.int() }).optional(),
  /** How many days it is from today to the next such day of a year, or since the last one; one more or less is right too. */
  days: z.union([z.strictObject({ to: z.string() }), z.strictObject({ since: z.string() })]).optional(),
  /** The day of the week of a date, or so many days from today. */
  weekday: z.union([z.strictObject({ on: z.string() }), z.strictObject({ plusDays: z.int() })]).optional(),
  /** Of the notes, or the tasks, that there are afterwards. */
  note: z.string().optional(),
  task: z.string().optional(),
  /** Nothing was saved. */
  nothingSaved: z.literal(true).optional(),
};
const gradeSchema = z.strictObject({ ...conditions, any: z.array(z.strictObject(conditions)).optional() });

/** What a right answer is: every condition holds, and one of `any`. */
export type Grade = z.infer<typeof gradeSchema>;

/** Reads a grade from data. */
export const GRADE: typeof gradeSchema = gradeSchema;

/** What is graded, and when it was said. */
export interface Graded {
  readonly text: string;
  readonly notes: readonly string[];
  readonly tasks: readonly string[];
  readonly language: string;
  readonly now: Date;
}

const DAY_MS = 86_400_000;

/** What declining sounds like in the languages that are asked. */
const DECLINES = new RegExp(
  [
    "\\b(?:can ?not|can['’]t|unable|not able|don['’]t (?:have|know)|do not (?:have|know)|no (?:access|way|real-time)|sorry(?! for)|no tool)\\b",
    "\\bnot? (?:have|possible|able)\\b|\\b(?:isn['’]t|is not) (?:possible|something)\\b",
    "\\b(?:kann|können|weiß|habe) (?:ich |das |dir |es |leider )*(?:nicht|kein)|\\bkeinen? (?:zugriff|zugang|möglichkeit|werkzeug)|\\bleider\\b|nicht in der lage",
    "\\bno (?:puedo|tengo|sé|dispongo)\\b|lo siento",
    "ne (?:peux|suis|sais) pas|n['’]ai pas|désolé|pas (?:possible|accès)",
    "\\bnon (?:posso|ho|so|sono in grado)\\b|mi dispiace",
    "\\bnão (?:posso|tenho|sei|consigo)\\b|desculp|lamento|infelizmente",
    "\\bkan (?:ik )?(?:dat |je |het |u )*(?:helaas )?(?:niet|geen)\\b|\\bik (?:heb|weet) (?:helaas )?(?:geen|niet|het niet)\\b|\\bhelaas\\b|geen toegang",
    "nie (?:mogę|mam|wiem|jestem w stanie)|niestety|przykro",
  ].join("|"),
  "iu",
);

/** Whether an answer is right. Throws for a grade that names something unknown, such as a time zone. */
export function isRight(grade: Grade, graded: Graded): boolean {
  const { any, ...all } = grade;
  return holds(all, graded) && (any === undefined || any.some((each) => holds(each, graded)));
}

function holds(grade: Omit<Grade, "any">, { text, notes, tasks, language, now }: Graded): boolean {
  const { num, within = 0.011, re, not, min, declines, zone, date, days, weekday, note, task, nothingSaved } = grade;
  const checks: readonly boolean[] = [
    num === undefined || [num].flat().some((value) => holdsNumber(text, value, within)),
    re === undefined || matches(re, text),
    not === undefined || !matches(not, text),
    min === undefined || text.trim().length >= min,
    declines === undefined || DECLINES.test(text),
    zone === undefined || holdsTime(text, zone, now),
    date === undefined || holdsDate(text, addDays(now, date.plusDays), language),
    days === undefined || holdsNumber(text, countDays(days, now), 1),
    weekday === undefined || holdsWeekday(text, toDay(weekday, now), language),
    note === undefined || notes.some((each) => matches(note, each)),
    task === undefined || tasks.some((each) => matches(task, each)),
    nothingSaved === undefined || notes.length + tasks.length === 0,
  ];
  return !checks.includes(false);
}

function matches(pattern: string, text: string): boolean {
  return new RegExp(pattern, "iu").test(text);
}

/** The numbers of a text, read with a comma and with a point before the decimals, and with spaces between thousands. */
function holdsNumber(text: string, value: number, within: number): boolean {
  const plain = text.replaceAll("−", "-");
  const joined = plain.replace(/(\d)[\u00a0\u202f '’](?=\d{3}(?!\d))/g, "$1");
  const words = [plain, joined].flatMap((each) => each.match(/(?:(?<![\p{L}\d])-)?\d[\d.,]*/gu) ?? []);
  return words.some((word) => {
    const bare = word.replace(/[.,]+$/, "");
    const readings = [bare.replaceAll(",", ""), bare.replaceAll(".", "").replace(",", ".")];
    return readings.some((each) => Math.abs(Number(each) - value) <= within + 1e-9);
  });
}

function holdsTime(text: string, timeZone: string, now: Date): boolean {
  const said = text.replaceAll(/[\u00a0\u202f]/gu, " ").toLowerCase();
  return [0, 1, 2, 3, 4].some((minutes) => {
    const at = new Date(now.getTime() - minutes * 60_000);
    const clock = at.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
    const [hours = 0, past = ""] = [Number(clock.slice(0, 2)), clock.slice(3)];
    const half = hours < 12 ? "a" : "p";
    const form = `(?<![\\d:.])(?:0?${hours}[:.]${past}(?! ?[ap]\\.?m)|0?${hours % 12 || 12}[:.]${past} ?${half}\\.?m)(?!\\d)`;
    return new RegExp(form).test(said);
  });
}

function addDays(from: Date, days: number): Date {
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() + days, 12);
}

/** A day that is named `MM-DD`, in the year that fits. */
function countDays(days: NonNullable<Grade["days"]>, now: Date): number {
  const today = addDays(now, 0).getTime();
  const [word, step] = "to" in days ? [days.to, 1] : [days.since, -1];
  const [month = 1, day = 1] = word.split("-").map(Number);
  const inYear = (year: number): number => new Date(year, month - 1, day, 12).getTime();
  const thisYear = inYear(now.getFullYear());
  const isPassed = step === 1 ? thisYear < today : thisYear > today;
  const then = isPassed ? inYear(now.getFullYear() + step) : thisYear;
  return Math.round(Math.abs(then - today) / DAY_MS);
}

function toDay(weekday: NonNullable<Grade["weekday"]>, now: Date): Date {
  if ("plusDays" in weekday) return addDays(now, weekday.plusDays);
  const day = new Date(`${weekday.on}T12:00`);
  if (Number.isNaN(day.getTime())) throw new Error(`'${weekday.on}' is no date`);
  return day;
}

function holdsWeekday(text: string, day: Date, language: string): boolean {
  const said = text.toLowerCase();
  return ["en", language].some((each) =>
    said.includes(day.toLocaleDateString(each, { weekday: "long" }).toLowerCase()),
  );
}

function holdsDate(text: string, day: Date, language: string): boolean {
  const [year, month, date] = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  const names = ["en", language].flatMap((each) => [
    day.toLocaleDateString(each, { month: "long" }),
    // The form that it has beside a day, as Polish has one.
    new Intl.DateTimeFormat(each, { day: "numeric", month: "long" })
      .formatToParts(day)
      .find(({ type }) => type === "month")?.value ?? "",
    day.toLocaleDateString(each, { month: "short" }).replace(".", ""),
  ]);
  const named = names.map((name) => name.toLowerCase()).join("|");
  const two = (value: number): string => `0?${value}`;
  const forms = [
    `${year}-${two(month)}-${two(date)}`,
    `(?<!\\d)${two(date)}(?:st|nd|rd|th|\\.|er|º|ª)?(?: of| de)? (?:${named})`,
    `(?:${named})[a-zé]*\\.? (?:the )?${two(date)}(?!\\d)`,
    `(?<!\\d)${two(date)} ?[./-] ?${two(month)}(?!\\d)`,
    `(?<!\\d)${two(month)}/${two(date)}(?!\\d)`,
  ];
  return new RegExp(forms.join("|"), "u").test(text.toLowerCase());
}
