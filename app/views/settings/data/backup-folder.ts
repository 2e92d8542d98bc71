import type { DataApi } from "../../../../worker/protocol/api/data-api.ts";
import type { Settings } from "../../../../worker/protocol/settings.ts";
import type { DirectoryHandle } from "../../../../worker/protocol/workspaces/workspace.ts";
import { BACKUP_DATABASE, toExportOptions } from "../../../services/page-data.ts";
import { toResult } from "../../../state/app-state.ts";
import type { TextStore } from "../../../state/text-store.ts";
import { toDay } from "../../../ui/download.ts";

/** A folder of the disk that backups are written into. */
export interface BackupFolder extends DirectoryHandle {
  keys(): AsyncIterable<string>;
  getFileHandle(name: string, options?: { readonly create: boolean }): Promise<BackupFile>;
  removeEntry(name: string): Promise<void>;
  queryPermission?(options: { readonly mode: "readwrite" }): Promise<string>;
}

interface BackupFile {
  getFile(): Promise<Pick<Blob, "text">>;
  createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>;
}

/** Where the page keeps the folder's handle, which no other storage takes. */
export interface FolderPlace {
  read(): Promise<BackupFolder | null>;
  /** Null forgets it. */
  write(folder: BackupFolder | null): Promise<void>;
}

/** `asks`: the browser lets the page write there again only after a press of the user's. */
export type BackupOutcome = "off" | "fresh" | "asks" | "failed" | "written";

/** The day and the folder of the last backup, which outlive an eviction. */
export const LAST_BACKUP = "backed-up";
/** The newest files of one database that stay. */
export const KEPT_BACKUPS = 7;

interface BackupDeps {
  readonly api: Pick<DataApi, "exportEverything" | "readStorage">;
  readonly settings: Pick<Settings, "backup">;
  readonly texts: TextStore;
  readonly place: FolderPlace;
  readonly now: Date;
}

/**
 * Writes an export into the connected folder, sealed unless the user wanted it readable, if there is none of today;
 * `always` writes it anew. Older files of this database go, other files are left alone.
 */
export async function writeBackup(deps: BackupDeps, always = false): Promise<BackupOutcome> {
  const { api, settings, texts, place, now } = deps;
  const folder = await place.read();
  const { backup } = settings;
  if (folder === null || backup === undefined || backup === null) return "off";
  const done = `${toDay(now)} ${folder.name}`;
  if (texts.read(LAST_BACKUP) === done && !always) return "fresh";
  const permission = (await folder.queryPermission?.({ mode: "readwrite" })) ?? "granted";
  if (permission !== "granted") return "asks";
  try {
    // Two devices may share a folder, and what was there before an eviction must stay.
    const own = `-${(await api.readStorage()).databaseId?.slice(0, 8) ?? "memory"}.`;
    const exported = await toResult(api.exportEverything(toExportOptions(false, backup.key ?? undefined)));
    if (!exported.ok) return "failed";
    const text = new TextDecoder().decode(exported.value.bytes);
    const name = `alcove-backup-${toDay(now)}${own}${backup.key === null ? "" : "sealed."}json`;
    const file = await folder.getFileHandle(name, { create: true });
    const writable = await file.createWritable();
    await writable.write(text);
    await writable.close();
    // The older ones go only once the new one is there whole.
    if ((await (await file.getFile()).text()) !== text) return "failed";
    const names: string[] = [];
    for await (const each of folder.keys())
      if (each.startsWith("alcove-backup-") && each.includes(own)) names.push(each);
    for (const old of names.sort().slice(0, -KEPT_BACKUPS)) await folder.removeEntry(old);
    texts.write(LAST_BACKUP, done);
    return "written";
  } catch {
    return "failed";
  }
}

/** In a database of the page's own: rows of the worker's may be sealed, and a handle cannot be. */
export const BROWSER_PLACE: FolderPlace = {
  read: async () => ((await inStore("readonly", (store) => store.get(0))) as BackupFolder | undefined) ?? null,
  write: async (folder) => {
    await inStore("readwrite", (store) => (folder === null ? store.delete(0) : store.put(folder, 0)));
  },
};

function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(BACKUP_DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("folder");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("folder", mode);
      const request = work(transaction.objectStore("folder"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      opening.result.close();
    };
  });
}
