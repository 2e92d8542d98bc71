import { DEFAULT_SETTINGS } from "../protocol/settings.ts";
import { type AlcoveSchema, ROW_SCHEMA, type Rows, SERVER_KEY_ID, SIGN_INS_ID, start } from "./database.ts";
import type { ServerKeyStore, SettingsStore, SignInStore } from "./stores.ts";

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
      const row = await readSecret(database, SERVER_KEY_ID);
      return row?.id === SERVER_KEY_ID ? { origin: row.origin, key: row.key } : null;
    },
    write: (key) => writeSecret(database, SERVER_KEY_ID, () => key && { id: SERVER_KEY_ID, ...key }),
  };
}

/** The sign-ins in IndexedDB, in a row that no export reads. */
export function createSignInStore(database: Rows): SignInStore {
  const toKept = (row: MetaValue | undefined) => (row?.id === SIGN_INS_ID ? row.kept : {});
  return {
    read: async () => toKept(await readSecret(database, SIGN_INS_ID)),
    write: (server, kept) =>
      writeSecret(database, SIGN_INS_ID, (row) => {
        const { [server]: _, ...others } = toKept(row);
        return { id: SIGN_INS_ID, kept: kept === null ? others : { ...others, [server]: kept } };
      }),
  };
}

type MetaValue = AlcoveSchema["meta"]["value"];

function readSecret(database: Rows, id: string): Promise<MetaValue | undefined> {
  return database.read(["meta"], (tx) => tx.objectStore("meta").get(id));
}

function writeSecret(
  database: Rows,
  id: string,
  change: (row: MetaValue | undefined) => MetaValue | null,
): Promise<void> {
  return database.write(["meta"], "strict", async (tx) => {
    const store = tx.objectStore("meta");
    const row = change(await store.get(id));
    start(row === null ? store.delete(id) : store.put(row));
  });
}
