import type { MemoryRecord } from "../../worker/protocol/memory.ts";
import { isDue, TASK_NAMESPACE } from "../../worker/protocol/tasks/task.ts";
import { notify } from "../services/notify.ts";
import { toResult } from "../state/app-state.ts";
import type { App } from "../state/create-app.ts";
import { readWall } from "../state/read-wall.ts";

const MAX_TASKS = 1000;
const TICK_MS = 20_000;
/** Most reminders at once, after a long time away: the list has the others. */
const MAX_REMINDERS = 3;
/** The minute up to which the user was reminded, on the device's clock. Other tabs read it too. */
const REMINDED = "reminded-until";

/** The outside as reminding needs it; tests have their own. */
export type ReminderDeps = typeof BROWSER;

/**
 * Tells the user while the page is open that a task is due: in the page, by the system where they allowed that, and by a
 * number on the app's icon.
 */
export function watchTasks(
  { api, store, texts, toasts }: Pick<App, "api" | "store" | "texts" | "toasts">,
  deps: ReminderDeps = BROWSER,
): void {
  let tasks: readonly MemoryRecord[] = [];

  function look(): void {
    const wall = deps.readWall();
    const due = tasks.filter(({ task }) => task?.due !== undefined && isDue(task.due, wall));
    deps.setBadge(due.length);
    const since = texts.read(REMINDED);
    // On the first visit nothing is late news, and a clock that was set back begins anew.
    texts.write(REMINDED, wall);
    if (since === "" || since >= wall) return;
    const news = due.filter(({ task }) => task?.due !== undefined && task.due.length > 10 && task.due > since);
    for (const record of news.slice(-MAX_REMINDERS)) {
      toasts.show({ text: "tasks.due-now", values: { task: record.text } });
      deps.notify(record, record.task?.due ?? "");
    }
  }

  async function reload(): Promise<void> {
    const read = await toResult(api.listMemories({ text: "", namespace: TASK_NAMESPACE, limit: MAX_TASKS }));
    if (!read.ok) return;
    tasks = read.value
      .map(({ record }) => record)
      .filter(({ task }) => task !== undefined && task.doneAt === undefined);
    look();
  }

  store.subscribe((now, before) => {
    if (now.memoryRevision !== before.memoryRevision) void reload();
  });
  deps.every(TICK_MS, look);
  void reload();
}

const BROWSER = {
  readWall: (): string => readWall(),
  notify(record: MemoryRecord, due: string): void {
    const time = new Date(due);
    const body = Number.isNaN(time.getTime())
      ? due
      : time.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
    notify(record.text, "#/tasks", { body, tag: `${record.id} ${due}` });
  },
  setBadge(count: number): void {
    // Refused where the app is not installed.
    if ("setAppBadge" in navigator) void navigator.setAppBadge(count).catch(() => undefined);
  },
  every: (milliseconds: number, callback: () => void): void => void setInterval(callback, milliseconds),
};
