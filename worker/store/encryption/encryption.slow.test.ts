import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { describe, expect, it } from "vitest";
import type { DatabaseLocation } from "../database.ts";
import { failStorageCall } from "../failing-storage.fixture.ts";
import { InMemorySentinel } from "../guard/sentinel.fixture.ts";
import { openStores } from "../open-stores.ts";
import {
  createConversation,
  createDraft,
  createHeader,
  createTestClock,
  createUserMessage,
} from "../stores.contract.ts";
import type { Stores } from "../stores.ts";
import { createDatabaseLock, type Locks } from "./database-lock.ts";

import { createEncryption, type Encryption } from "./encryption.ts";
import { listEncryptedNames, toEncryptedName } from "./find-key-row.ts";
import { createRowKey, type KeyRow, wrapRowKey } from "./key-row.ts";
import { moveIn, moveOut, settleMove } from "./move-database.ts";
import { createRowSealing } from "./seal-rows.ts";
import { createTestLocks } from "./test-locks.fixture.ts";

const storage = { estimate: async () => ({}), persisted: async () => false };
const PASSPHRASE = "four words of mine";
const SECRETS = ["marmalade", "quince", "damson", "greengage", "medlar"];
let names = 0;

function newName(): string {
  names += 1;
  return `encryption-${names}`;
}

function begin(name: string, locks?: Locks): Encryption {
  const load = () => import("./change-encryption.ts");
  return createEncryption({
    name,
    factory: indexedDB,
    lock: createDatabaseLock(locks),
    scrub: async () => undefined,
    load,
  });
}

function open(name: string, encryption: Pick<Encryption, "locate">): Promise<Stores> {
  const sentinel = new InMemorySentinel();
  const locate = () => encryption.locate();
  return openStores({ clock: createTestClock(), name, sentinel, storage, channel: null, locate });
}

async function fill(stores: Stores): Promise<void> {
  const messages = [createUserMessage("quince-message", "c1", "Where is the marmalade?")];
  const conversation = createConversation("c1", { title: "About quince", headId: "quince-message" });
  await stores.conversations.saveTurn({ conversation, messages });
  await stores.runs.append({ ...createHeader("r1", "c1"), question: "damson?" }, [
    { type: "turn-start", at: 0, turn: 1 },
  ]);
  for (let index = 0; index < 3; index += 1) {
    await stores.memories.write(createDraft(`greengage ${index}`, { id: `medlar-${index}`, tags: ["quince"] }));
  }
  await stores.memories.delete("medlar-2");
  await stores.settings.update({ systemPrompt: "Say marmalade." });
  await stores.serverKey.write({ origin: "https://quince.example", key: "damson" });
  await stores.signIns.write("quince", { token: "marmalade" });
}

/** Everything stored; notes are listed by their stored keys, which differ. */
async function readAll(stores: Stores) {
  const contents = await stores.readEverything();
  return { ...contents, memories: contents.memories.toSorted((left, right) => left.id.localeCompare(right.id)) };
}

/** Everything that lies on the disk, as text. */
async function readRaw(name: string): Promise<string> {
  const database = await openDB(name);
  const rows: unknown[] = [];
  for (const store of database.objectStoreNames) {
    rows.push(await database.getAllKeys(store), await database.getAll(store));
  }
  database.close();
  return JSON.stringify(rows, (_key, value: unknown) =>
    value instanceof Uint8Array ? String.fromCharCode(...value) : value,
  );
}

async function listDatabases(name: string): Promise<readonly string[]> {
  const all = (await indexedDB.databases()).flatMap((each) => each.name ?? []);
  return all.filter((each) => [name, ...listEncryptedNames(name)].includes(each));
}

describe("a database that is encrypted while it is in use", () => {
  it("holds the same, finds it by its words, and leaves nothing readable behind", async () => {
    const name = newName();
    const encryption = begin(name);
    const stores = await open(name, encryption);
    await fill(stores);
    for (const secret of SECRETS) expect(await readRaw(name)).toContain(secret);
    const before = await readAll(stores);

    expect(await encryption.encrypt(PASSPHRASE, stores)).toBe("done");
    expect(await encryption.readState()).toBe("unlocked");
    expect(await listDatabases(name)).toEqual([toEncryptedName(name)]);
    expect(await readAll(stores)).toEqual(before);
    await stores.memories.write(createDraft("a marmalade of medlar"));
    const found = await stores.memories.search({ text: "marmalade", limit: 5 });
    expect(found.map(({ record }) => record.text)).toEqual(["a marmalade of medlar"]);
    expect(await stores.serverKey.read()).toEqual({ origin: "https://quince.example", key: "damson" });
    expect(await stores.signIns.read()).toEqual({ quince: { token: "marmalade" } });
    for (const secret of SECRETS) expect(await readRaw(toEncryptedName(name))).not.toContain(secret);
    stores.close();
  });

  it("opens with its passphrase and no other, and can be turned back", async () => {
    const name = newName();
    const first = begin(name);
    const made = await open(name, first);
    await fill(made);
    const before = await readAll(made);
    await first.encrypt(PASSPHRASE, made);
    made.close();

    const second = begin(name);
    expect(await second.readState()).toBe("locked");
    const opening = open(name, second);
    expect(await second.unlock("five words of mine")).toBe("wrong-passphrase");
    expect(await second.readState()).toBe("locked");
    expect(await second.unlock(PASSPHRASE)).toBe("done");
    const stores = await opening;
    expect(await readAll(stores)).toEqual(before);

    expect(await second.changePassphrase("five words of mine", "another one of mine", stores)).toBe("wrong-passphrase");
    expect(await second.changePassphrase(PASSPHRASE, "another one of mine", stores)).toBe("done");
    expect(await listDatabases(name)).toEqual([toEncryptedName(name, 1)]);
    expect(await readAll(stores)).toEqual(before);
    expect(await second.changePassphrase("another one of mine", "a third one of mine", stores)).toBe("done");
    expect(await second.changePassphrase("a third one of mine", "another one of mine", stores)).toBe("done");
    expect(await listDatabases(name)).toEqual([toEncryptedName(name, 3)]);
    expect(await second.decrypt(PASSPHRASE, stores)).toBe("wrong-passphrase");
    expect(await second.decrypt("another one of mine", stores)).toBe("done");
    expect(await second.readState()).toBe("off");
    expect(await listDatabases(name)).toEqual([name]);
    expect(await readAll(stores)).toEqual(before);
    stores.close();
    expect(await begin(name).readState()).toBe("off");
  });

  it("is left alone while another tab has it open", async () => {
    const name = newName();
    const locks = createTestLocks();
    const [encryption, other] = [begin(name, locks), begin(name, locks)];
    const stores = await open(name, encryption);
    await fill(stores);
    await other.locate();
    expect(await encryption.encrypt(PASSPHRASE, stores)).toBe("other-tab");
    expect(await encryption.readState()).toBe("off");
    expect(await listDatabases(name)).toEqual([name]);
    await stores.memories.write(createDraft("after all"));
    stores.close();
  });

  it("can be deleted by whoever has forgotten the passphrase", async () => {
    const name = newName();
    const first = begin(name);
    const made = await open(name, first);
    await fill(made);
    await first.encrypt(PASSPHRASE, made);
    made.close();
    const second = begin(name);
    expect(await second.readState()).toBe("locked");
    await second.deleteLocked();
    expect(await listDatabases(name)).toEqual([]);
  });
});

describe("a row that was changed or moved on the disk", () => {
  it("is set aside like any damaged one, and named", async () => {
    const name = newName();
    const encryption = begin(name);
    const stores = await open(name, encryption);
    await fill(stores);
    await encryption.encrypt(PASSPHRASE, stores);
    const database = await openDB(toEncryptedName(name));
    const [first, second] = await database.getAll("memories");
    // Sound in itself, but of another note.
    await database.put("memories", { ...first, sealed: second.sealed });
    database.close();
    const { memories, messages, damaged } = await readAll(stores);
    expect(memories).toHaveLength(1);
    expect(messages).toHaveLength(1);
    expect(damaged).toHaveLength(1);
    stores.close();
  });

  it("gets a new nonce each time it is written", async () => {
    const name = newName();
    const encryption = begin(name);
    const stores = await open(name, encryption);
    await fill(stores);
    await encryption.encrypt(PASSPHRASE, stores);
    const nonces = new Set<string>();
    for (let time = 0; time < 20; time += 1) {
      await stores.settings.update({ systemPrompt: "Say it." });
      const database = await openDB(toEncryptedName(name));
      const { sealed } = await database.get("settings", "settings");
      database.close();
      nonces.add(String(sealed.slice(0, 24)));
    }
    expect(nonces.size).toBe(20);
    stores.close();
  });
});

describe("a device that stops in the middle of a move", () => {
  const sealing = createRowSealing(createRowKey());
  const keyRow = wrapRowKey(createRowKey(), PASSPHRASE, "current");
  const ENDS = ["throw", "abort", "end"] as const;

  /** Fails each storage call of a move in turn, and looks each time for everything where the next start finds it. */
  async function expectKept(
    kind: (typeof ENDS)[number],
    start: DatabaseLocation["sealing"],
    move: (name: string) => Promise<void>,
    toSealing: (found: KeyRow | null) => DatabaseLocation["sealing"],
  ): Promise<KeyRow | null> {
    for (let failAt = 1; ; failAt += 1) {
      const name = newName();
      const made = await open(name, begin(name));
      await fill(made);
      const before = await readAll(made);
      made.close();
      if (start !== null) {
        await moveIn({ name, sealing: null }, name, await keyRow, sealing);
        await deleteDB(name);
      }
      const failing = failStorageCall(failAt, kind);
      await move(name).catch(() => undefined);
      failing.restore();

      const found = await settleMove(name);
      const at = found === null ? name : toEncryptedName(name, found.generation);
      const again = await open(name, { locate: async () => ({ name: at, sealing: toSealing(found) }) });
      expect(await readAll(again), `call ${failAt}`).toEqual(before);
      again.close();
      await Promise.all([name, ...listEncryptedNames(name)].map((each) => deleteDB(each)));
      if (!failing.struck) return found;
    }
  }

  it.each(ENDS)("has lost nothing on the way into the encrypted database (%s)", async (kind) => {
    const move = async (name: string) => moveIn({ name, sealing: null }, name, await keyRow, sealing);
    const found = await expectKept(kind, null, move, (row) => (row === null ? null : sealing));
    expect(found).not.toBeNull();
  });

  it.each(ENDS)("has lost nothing on the way to another key (%s)", async (kind) => {
    const next = createRowSealing(createRowKey());
    const nextRow = await wrapRowKey(createRowKey(), PASSPHRASE, "current", 1);
    const move = (name: string) => moveIn({ name: toEncryptedName(name), sealing }, name, nextRow, next);
    const found = await expectKept(kind, sealing, move, (row) => (row?.generation === 1 ? next : sealing));
    expect(found?.generation).toBe(1);
  });

  it.each(ENDS)("has lost nothing on the way out of it (%s)", async (kind) => {
    const move = async (name: string) => moveOut(name, await keyRow, sealing);
    const found = await expectKept(kind, sealing, move, (row) => (row === null ? null : sealing));
    expect(found).toBeNull();
  });
});
