import type { App } from "../state/create-app.ts";
import { keepBackups } from "./keep-backups.ts";
import { offerKeptQuestion } from "./offer-kept-question.ts";
import { sayOutsideCalls } from "./say-outside-calls.ts";
import { watchStorage } from "./watch-storage.ts";
import { watchTasks } from "./watch-tasks.ts";
import { watchWaiting } from "./watch-waiting.ts";

/** Begins what the first answer need not wait for: reminders, questions that wait, backups, a look at the storage, and a kept question. */
export function beginAfterStart(app: App): void {
  watchTasks(app);
  sayOutsideCalls(app);
  offerKeptQuestion(app);
  void watchStorage(app);
  void keepBackups(app);
  void watchWaiting(app);
}
