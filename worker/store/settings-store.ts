import type { ServerKey } from "../protocol/remote-server.ts";
import { DEFAULT_SETTINGS, type Settings } from "../protocol/settings.ts";
import { type AlcoveSchema, ROW_SCHEMA, type Rows, SERVER_KEY_ID, SIGN_INS_ID, start } from "./database.ts";

const SETTINGS_ID = "settings";

/** The settings in IndexedDB, as one record. */
export function createSettingsStore(database: Rows, changed: () => void) {
  return {
    /** Defaults where nothing is stored yet, and for fields that older versions did not have. */
    read: async (): Promise<Settings> => {
      const row = await database.read(["settings"], (tx) => tx.objectStore("settings").get(SETTINGS_ID));
      return { ...DEFAULT_SETTINGS, ...row?.record };
    },
    update: async (change: Partial<Settings>): Promise<Settings> => {
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

/** The key of the user's model server in IndexedDB: in no export, import or log, and never told to the page. */
export function createServerKeyStore(database: Rows) {
  return {
    read: async (): Promise<ServerKey | null> => {
      const row = await readSecret(database, SERVER_KEY_ID);
      return row?.id === SERVER_KEY_ID ? { origin: row.origin, key: row.key } : null;
    },
    /** Null forgets it. */
    write: (key: ServerKey | null) => writeSecret(database, SERVER_KEY_ID, () => key && { id: SERVER_KEY_ID, ...key }),
  };
}

/** Tokens and clients of the user's sign-ins, by server: in no export, import or log, and never told to the page. */
export function createSignInStore(database: Rows) {
  const toKept = (row: MetaValue | undefined) => (row?.id === SIGN_INS_ID ? row.kept : {});
  return {
    read: async (): Promise<Readonly<Record<string, object>>> => toKept(await readSecret(database, SIGN_INS_ID)),
    /** Null forgets it. */
    write: (server: string, kept: object | null) =>
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
