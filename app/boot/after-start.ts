import type { App } from "../state/create-app.ts";
import { keepBackups } from "./keep-backups.ts";
import { watchStorage } from "./watch-storage.ts";
import { watchTasks } from "./watch-tasks.ts";

/** Begins what the first answer need not wait for: reminders, backups, and a look at the storage. */
export function beginAfterStart(app: App): void {
  watchTasks(app);
  void watchStorage(app);
  void keepBackups(app);
}
