import { addDays } from "../../protocol/days.ts";
import { defined } from "../../protocol/defined.ts";
import { isJsonObject } from "../../protocol/json.ts";
import { toJsonResult } from "../../protocol/tool.ts";
import { type Bindings, matchFrom, type Reader, type Readers, readWords } from "../../tools/grammar/pattern.ts";
import { fold, sliceTokens, toTokens } from "../../tools/grammar/tokens.ts";
import { listEntries, listPairs, listWords } from "../../tools/grammar/word-lists.ts";
import type { Language } from "../language.ts";
import { createDateReaders, readDigits, toDate } from "../read-date.ts";
import { createAmountReader, createNumberReader } from "../read-number.ts";
import { findPlan, type Skill } from "../skill.ts";
import { isOneThing } from "./notes.ts";

/** Of times that may be in the morning as well as in the evening. */
const EITHER = "?";

/** "Remind me …", where its time is understood and no word of the task may say more of it. */
export const remind: Skill = {
  name: "reminders",
  read: ({ text, now }, language) => {
    const { add, when, repeats, spans, unclear, added } = language.tasks;
    const dates = createDateReaders(language);
    const clock = createClockReader(language);
    const amount = createAmountReader(language);
    const entries = { span: readWords(listEntries(spans)), repeat: readWords(listEntries(repeats)) };
    const parts: Readers = { ...dates, ...entries, amount, clock };
    const skipped = new Set(listWords(unclear).map(fold));
    const readWhen: Reader = function* (tokens, from) {
      for (const { end, bindings } of matchFrom(tokens, from, when, parts)) {
        const value = toDue(bindings, now, skipped);
        if (value !== null) yield { end, value };
      }
    };
    const isTimed = (task: string): boolean => {
      const tokens = toTokens(task);
      const isTime = (at: number): boolean =>
        [dates.date, clock].some((read) => [...(read?.(tokens, at) ?? [])].length > 0);
      return tokens.list.some((word, at) => /\d/u.test(word.text) || skipped.has(word.text) || isTime(at));
    };
    return findPlan(text, add, { task: readTask, when: readWhen }, language, (bindings) => {
      const [task = "", more, due, late] = ["task", "more", "when", "late"].map((name) => bindings.get(name)?.value);
      const whole = more === undefined ? task : `${task} ${more}`;
      if ((due !== undefined && late !== undefined) || isTimed(whole) || !isOneThing(whole, language)) return null;
      if (due === EITHER || late === EITHER) return { calls: [], tell: () => language.tasks.either };
      return {
        calls: [{ name: "add_task", input: { task: whole, ...defined({ due: due ?? late }) } }],
        tell: ([record]) => {
          const result = toJsonResult(record?.outcome);
          if (!isJsonObject(result)) return language.notes.notSaved;
          return [`${added}: **${result.task}**`, ...tellDue(String(result.due ?? ""), language)].join(" · ");
        },
      };
    });
  },
};

/** Reads the words up to some place, as few as possible. */
const readTask: Reader = function* (tokens, from) {
  for (let end = from + 1; end <= tokens.list.length; end += 1) yield { end, value: sliceTokens(tokens, from, end) };
};

/** Reads a time of day: `08:30`, and `?` behind it where half a day later may be meant as well. */
function createClockReader(language: Language): Reader {
  const readNumber = createNumberReader(language);
  const readPlain = readDigits(/^\d{1,2}$/u);
  const h: Reader = function* (tokens, from) {
    for (const read of [...readPlain(tokens, from), ...readNumber(tokens, from)])
      if (Number(read.value) < 24) yield read;
  };
  const readers: Readers = { h, m: readDigits(/^[0-5]\d$/u) };
  return function* (tokens, from) {
    for (const [pattern, minutes] of listPairs(language.tasks.clock, " => ")) {
      for (const { end, bindings } of matchFrom(tokens, from, pattern, readers)) {
        const hour = Number(bindings.get("h")?.value ?? 1);
        const isCertain = minutes.endsWith("!");
        const at =
          (bindings.has("h") ? hour * 60 : 0) + Number(bindings.get("m")?.value ?? 0) + Number.parseInt(minutes, 10);
        if (!isCertain || (hour > 0 && hour < 12)) yield { end, value: `${toClock(at)}${isCertain ? "" : "?"}` };
      }
    }
  };
}

function toClock(minutes: number): string {
  return new Date(((minutes + 1440) % 1440) * 60_000).toISOString().slice(11, 16);
}

/** When it is due, as `add_task` takes it; null where that is over, or may be one of two weeks. */
function toDue(bindings: Bindings, now: string, unclear: ReadonlySet<string>): string | null {
  const said = (name: string): string | undefined => bindings.get(name)?.value;
  const [, clock = "", bare] = /^(.{5})(\?)?$/u.exec(said("clock") ?? "") ?? [];
  const [today = "", time = ""] = now.split("T");
  const [repeat, amount, weekly, span] = ["repeat", "amount", "weekly", "span"].map(said);
  if (amount !== undefined)
    return span === "hours" ? toSpan(Number(amount) * 60, "minutes") : toSpan(Number(amount), span);
  const isOpen = bare !== undefined && clock < "12";
  if (isOpen && clock < "07") return EITHER;
  if (repeat !== undefined) return clock === "" ? repeat : `${repeat} at ${clock}`;
  const date = toDate(said("date") ?? weekly, today, "next");
  const isOver = clock !== "" && clock <= time;
  if (date === null && clock === "") return null;
  if (isOver && (date ?? today) === today) return isOpen ? EITHER : null;
  if (date === null) return `at ${clock}`;
  const isDay = said("date")?.startsWith("w") === true;
  const words = toTokens(bindings.get("date")?.said ?? "").list;
  const isEitherWeek = isDay && date < addDays(today, 7) && words.some((word) => unclear.has(word.text));
  if (date < today || isEitherWeek || weekly?.startsWith("w") === false) return null;
  return `${date}${clock === "" ? "" : ` ${clock}`}${weekly === undefined ? "" : ", weekly"}`;
}

function toSpan(count: number, unit = "days"): string | null {
  return Number.isInteger(count) && count > 0 && count < 10_000 ? `in ${count} ${unit}` : null;
}

/** The day, and the time where there is one, in the words of a language. */
function tellDue(due: string, { locales }: Language): readonly string[] {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?/u.exec(due) ?? [];
  if (day === undefined) return [];
  const timeStyle = time === undefined ? undefined : "short";
  const format = new Intl.DateTimeFormat(locales, { dateStyle: "full", timeZone: "UTC", ...defined({ timeStyle }) });
  return [format.format(new Date(`${day}T${time ?? "00:00"}Z`))];
}
