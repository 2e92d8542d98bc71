import type { SettingsApi } from "../../worker/protocol/api/settings-api.ts";
import { attempt } from "../../worker/protocol/attempt.ts";
import { defined } from "../../worker/protocol/defined.ts";
import { toFields } from "../../worker/protocol/json.ts";
import type { Connections, ExportOptions, ImportPreview } from "../../worker/protocol/stored-data.ts";
import { isAllowedHost, readAllowedHosts, writeAllowedHosts } from "./allowed-hosts.ts";
import { keepServer, readServer, toServer } from "./own-server.ts";

/** The caches that hold something of the user's or of the device; the app's own files and the models have others. */
const CACHES = /^alcove-(?:shared |device$|read$)/;
const PREFIX = "alcove.";
/** Holds the folder that backups go to. */
export const BACKUP_DATABASE = "alcove-backup";
const NOTE_KEY = "alcove-after-reload";

const NOTES = ["data.deleted", "data.imported", "pack.installed"] as const;

/** The note once the page is back: a reload ends everything that still holds old addresses and keys. */
export type ReloadNote = (typeof NOTES)[number];

/** The page's additions to an export; the worker adds the keys, and seals it. */
export function toExportOptions(withKeys: boolean, seal?: ExportOptions["seal"]): ExportOptions {
  const connections = { hosts: readAllowedHosts(), server: toServer(readServer()) };
  return { connections, withKeys, ...defined({ seal }) };
}

/** The connections in a file; what is no host or no server is left out. Null when nothing remains. */
export function toConnections(value: unknown): Connections | null {
  const { hosts, server } = toFields(value);
  const known = Array.isArray(hosts) ? hosts.filter((host) => typeof host === "string" && isAllowedHost(host)) : [];
  const own = toServer(server);
  return known.length === 0 && own === null ? null : { hosts: known, server: own };
}

/**
 * Takes what the page keeps itself from a file that was imported, as the user has agreed. A server that is set here
 * stays. Loads the page again with the note if anything takes effect only then, and returns whether it does.
 */
export async function takePageData(
  { connections, settingsChange }: Pick<ImportPreview, "connections" | "settingsChange">,
  note: ReloadNote,
  api: Pick<SettingsApi, "writeServerKey">,
): Promise<boolean> {
  const known = toConnections(connections);
  if (known !== null) {
    writeAllowedHosts([...readAllowedHosts(), ...known.hosts]);
    if (known.server !== null && readServer() === null) await keepServer(known.server, api);
  }
  // Tools, servers and addresses take effect when the page is loaded.
  const isReloading = known !== null || settingsChange;
  if (isReloading) reloadSaying(note);
  return isReloading;
}

/** Removes the drafts of every conversation. */
export function forgetDrafts(storage: Pick<Storage, "length" | "key" | "removeItem"> = localStorage): void {
  for (const key of listKeys(storage)) if (key.startsWith(`${PREFIX}draft`)) storage.removeItem(key);
}

/** Removes what the page and its worker keep outside the stores: keys, addresses, drafts, shared files. */
export async function forgetPage(
  storage: Pick<Storage, "length" | "key" | "removeItem"> = localStorage,
  caches: Pick<CacheStorage, "keys" | "delete"> | undefined = globalThis.caches,
): Promise<void> {
  for (const key of listKeys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  for (const name of (await caches?.keys()) ?? []) if (CACHES.test(name)) await caches?.delete(name);
  globalThis.indexedDB?.deleteDatabase(BACKUP_DATABASE);
}

function listKeys(storage: Pick<Storage, "length" | "key">): readonly string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
}

/** Loads the page again, which then says the note. */
export function reloadSaying(note: ReloadNote): void {
  sessionStorage.setItem(NOTE_KEY, note);
  location.reload();
}

/** The note that this load is to say until `dropReloadNote`: a view that waits for its parts is drawn more than once. */
export function readReloadNote(): ReloadNote | null {
  const note = attempt(() => sessionStorage.getItem(NOTE_KEY));
  return NOTES.find((each) => each === note) ?? null;
}

/** Forgets the note, once it is shown. */
export function dropReloadNote(): void {
  // Without storage there was none.
  attempt(() => sessionStorage.removeItem(NOTE_KEY));
}
