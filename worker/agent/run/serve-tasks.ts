import { isJsonArray, isJsonObject, type JsonValue } from "../../protocol/json.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import type { CallRound } from "../calls/execute-calls.ts";
import type { WishLanguage } from "../context/memory-wishes.ts";
import { toTaskWish } from "../context/task-wishes.ts";
import type { RunEnd } from "../state/run.ts";
import { tellEvents } from "./serve-calendar.ts";
import { toCell, toValue } from "./serve-table.ts";
import { serveAnswer, serveCalls } from "./serve-turn.ts";

const ADD_TOOL = "add_task";
const LIST_TOOL = "list_tasks";

/**
 * "Put … on my list" and "What do I have to do?", done by the app's tools for a model that would change the words of the
 * one and repeat those of the other. Null where the model is to answer.
 */
export async function* serveTasks(round: CallRound): AsyncGenerator<RunEvent, RunEnd | null, void> {
  const { run, allowlist } = round;
  const { request } = run;
  const wish = toTaskWish(request.asked ?? request.question);
  if (wish === null || !allowlist.has(wish.type === "add" ? ADD_TOOL : LIST_TOOL)) return null;
  const words = WORDS[wish.language];
  if (wish.type === "add") {
    const { task, due } = wish;
    const input = { task, ...(due === undefined ? {} : { due }) };
    const { records, end } = yield* serveCalls(round, [{ name: ADD_TOOL, arguments: input }]);
    if (end !== null) return end;
    const added = toValue(records);
    const text = isJsonObject(added) ? `${words.added} ${toLine(added, wish.language)}` : words.notAdded;
    return yield* serveAnswer(run, text);
  }
  const { which } = wish;
  const { records, end } = yield* serveCalls(round, [{ name: LIST_TOOL, arguments: { which } }]);
  if (end !== null) return end;
  // What could not be read is not an empty list.
  if (records[0]?.outcome?.type !== "success") return null;
  const listed = toValue(records);
  const tasks = isJsonObject(listed) && isJsonArray(listed.tasks) ? listed.tasks : [];
  const lines = tasks.map((task) => `- ${toLine(task, wish.language)}`);
  const more = isJsonObject(listed) && typeof listed.more === "number" ? [`- … (+${listed.more})`] : [];
  const text = lines.length === 0 ? words.none[which] : [words.listed, "", ...lines, ...more].join("\n");
  if (which !== "today") return yield* serveAnswer(run, text);
  const calendar = yield* tellEvents(round, {}, wish.language);
  if (calendar.end !== null) return calendar.end;
  return yield* serveAnswer(run, [text, ...(calendar.text === "" ? [] : [calendar.text])].join("\n\n"));
}

interface Words {
  readonly locale: string;
  readonly added: string;
  readonly notAdded: string;
  readonly listed: string;
  readonly none: Readonly<Record<"open" | "today", string>>;
  readonly late: string;
}

const WORDS: Readonly<Record<WishLanguage, Words>> = {
  en: {
    locale: "en-GB",
    added: "On your list:",
    notAdded: "Nothing was put on your list.",
    listed: "You have to do:",
    none: { open: "Nothing is left to do on your list.", today: "Nothing on your list is due today." },
    late: "late",
  },
  de: {
    locale: "de",
    added: "Auf deiner Liste:",
    notAdded: "Es kam nichts auf deine Liste.",
    listed: "Zu erledigen:",
    none: { open: "Auf deiner Liste ist nichts mehr offen.", today: "Heute ist nichts auf deiner Liste fällig." },
    late: "überfällig",
  },
  es: {
    locale: "es",
    added: "En tu lista:",
    notAdded: "No se añadió nada a tu lista.",
    listed: "Tienes que hacer:",
    none: { open: "No queda nada por hacer en tu lista.", today: "Hoy no vence nada de tu lista." },
    late: "atrasada",
  },
};

/** A task with its day in words. */
function toLine(task: JsonValue, language: WishLanguage): string {
  if (!isJsonObject(task)) return "";
  const text = toCell(task.task ?? "");
  const due = typeof task.due === "string" ? task.due : "";
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?/u.exec(due) ?? [];
  if (date === undefined) return text;
  const { locale, late } = WORDS[language];
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${date}T00:00Z`),
  );
  const parts = [day, ...(time === undefined ? [] : [time]), ...(due.endsWith(", late") ? [late] : [])];
  return `${text} (${parts.join(", ")})`;
}
