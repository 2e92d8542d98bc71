import { DEFAULT_SETTINGS, type Settings } from "../protocol/settings.ts";
import { type Database, ROW_SCHEMA, start } from "./database.ts";
import type { SettingsStore } from "./stores.ts";

const SETTINGS_ID = "settings";

/** The settings in IndexedDB, as one record. */
export class IdbSettingsStore implements SettingsStore {
  readonly #database: Database;

  readonly #changed: () => void;

  constructor(database: Database, changed: () => void) {
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
