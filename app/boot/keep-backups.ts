import { requestFolder } from "../services/pick-folder.ts";
import type { App } from "../state/create-app.ts";
import { BROWSER_PLACE, writeBackup } from "../views/settings/data/backup-folder.ts";

const HOUR_MS = 3_600_000;

/** Writes the day's backup into the connected folder while the page is open. Asks once where the browser wants a press. */
export async function keepBackups(
  { api, store, texts, toasts }: Pick<App, "api" | "store" | "texts" | "toasts">,
  place = BROWSER_PLACE,
  every: (milliseconds: number, callback: () => void) => void = (milliseconds, callback) =>
    void setInterval(callback, milliseconds),
): Promise<void> {
  let hasShown = false;
  const look = async (): Promise<void> => {
    const { settings } = store.getState();
    const outcome = await writeBackup({ api, settings, texts, place, now: new Date() });
    if (hasShown || (outcome !== "asks" && outcome !== "failed")) return;
    hasShown = true;
    toasts.show({ text: `backup.${outcome}`, action: "backup.now", undo: () => void goOn() });
  };
  const goOn = async (): Promise<void> => {
    const folder = await place.read();
    if (folder !== null && (await requestFolder(folder, "readwrite"))) await inOneTab(look);
  };
  every(HOUR_MS, () => void inOneTab(look));
  await inOneTab(look);
}

async function inOneTab(work: () => Promise<void>): Promise<void> {
  await navigator.locks.request("alcove-backup", { ifAvailable: true }, (lock) => (lock === null ? undefined : work()));
}
