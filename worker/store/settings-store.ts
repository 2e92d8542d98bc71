import { DEFAULT_SETTINGS } from "../protocol/settings.ts";
import { ROW_SCHEMA, type Rows, SERVER_KEY_ID, start } from "./database.ts";
import type { ServerKeyStore, SettingsStore } from "./stores.ts";

const SETTINGS_ID = "settings";

/** The settings in IndexedDB, as one record. */
export function createSettingsStore(database: Rows, changed: () => void): SettingsStore {
  return {
    read: async () => {
      const row = await database.read(["settings"], (tx) => tx.objectStore("settings").get(SETTINGS_ID));
      return { ...DEFAULT_SETTINGS, ...row?.record };
    },
    update: async (change) => {
      const settings = await database.write(["settings"], "strict", async (tx) => {
        const store = tx.objectStore("settings");
        const row = await store.get(SETTINGS_ID);
        const record = { ...DEFAULT_SETTINGS, ...row?.record, ...change };
        start(store.put({ id: SETTINGS_ID, schema: ROW_SCHEMA, record }));
        return record;
      });
      changed();
      return settings;
    },
  };
}

/** The model server's key in IndexedDB, in a row that no export reads. */
export function createServerKeyStore(database: Rows): ServerKeyStore {
  return {
    read: async () => {
      const row = await database.read(["meta"], (tx) => tx.objectStore("meta").get(SERVER_KEY_ID));
      return row?.id === SERVER_KEY_ID ? { origin: row.origin, key: row.key } : null;
    },
    write: async (key) => {
      await database.write(["meta"], "strict", async (tx) => {
        const store = tx.objectStore("meta");
        start(key === null ? store.delete(SERVER_KEY_ID) : store.put({ id: SERVER_KEY_ID, ...key }));
      });
    },
  };
}
