import type { ServerKey } from "../protocol/remote-server.ts";
import { DEFAULT_SETTINGS, type Settings } from "../protocol/settings.ts";
import { ROW_SCHEMA, type Rows, SERVER_KEY_ID, start } from "./database.ts";
import type { ServerKeyStore, SettingsStore } from "./stores.ts";

const SETTINGS_ID = "settings";

/** The settings in IndexedDB, as one record. */
export class RowSettingsStore implements SettingsStore {
  readonly #database: Rows;

  readonly #changed: () => void;

  constructor(database: Rows, changed: () => void) {
    this.#database = database;
    this.#changed = changed;
  }

  async read(): Promise<Settings> {
    const row = await this.#database.read(["settings"], (tx) => tx.objectStore("settings").get(SETTINGS_ID));
    return { ...DEFAULT_SETTINGS, ...row?.record };
  }

  async update(change: Partial<Settings>): Promise<Settings> {
    const settings = await this.#database.write(["settings"], "strict", async (tx) => {
      const store = tx.objectStore("settings");
      const row = await store.get(SETTINGS_ID);
      const record = { ...DEFAULT_SETTINGS, ...row?.record, ...change };
      start(store.put({ id: SETTINGS_ID, schema: ROW_SCHEMA, record }));
      return record;
    });
    this.#changed();
    return settings;
  }
}

/** The model server's key in IndexedDB, in a row that no export reads. */
export class RowServerKeyStore implements ServerKeyStore {
  readonly #database: Rows;

  constructor(database: Rows) {
    this.#database = database;
  }

  async read(): Promise<ServerKey | null> {
    const row = await this.#database.read(["meta"], (tx) => tx.objectStore("meta").get(SERVER_KEY_ID));
    return row?.id === SERVER_KEY_ID ? { origin: row.origin, key: row.key } : null;
  }

  async write(key: ServerKey | null): Promise<void> {
    await this.#database.write(["meta"], "strict", async (tx) => {
      const store = tx.objectStore("meta");
      start(key === null ? store.delete(SERVER_KEY_ID) : store.put({ id: SERVER_KEY_ID, ...key }));
    });
  }
}
