import { deleteDB, openDB } from "idb";
import { describe, expect, it } from "vitest";
import type { ArchiveContents } from "./archive-shape.ts";
import { DATABASE_VERSION } from "./database.ts";
import { type FaultKind, failStorageCall } from "./failing-storage.fixture.ts";
import databaseV1 from "./fixtures/database-v1.json" with { type: "json" };
import { InMemorySentinel } from "./guard/sentinel.fixture.ts";
import { type DatabaseFixture, loadFixture } from "./load-fixture.fixture.ts";
import { openStores } from "./open-stores.ts";
import { StorageFault } from "./storage-fault.ts";
import {
  createAnswer,
  createConversation,
  createDraft,
  createHeader,
  createTestClock,
  createUserMessage,
} from "./stores.contract.ts";
import type { Stores } from "./stores.ts";

const storage = { estimate: async () => ({}), persisted: async () => false };
let names = 0;

function open(name: string): Promise<Stores> {
  return openStores({ clock: createTestClock(), name, sentinel: new InMemorySentinel(), storage });
}

async function fill(stores: Stores): Promise<void> {
  for (const id of ["c1", "c2"]) {
    const messages = [createUserMessage(`${id}-q`, id), createAnswer(`${id}-a`, id, `${id}-q`)];
    await stores.conversations.saveTurn({ conversation: createConversation(id, { headId: `${id}-a` }), messages });
    await stores.runs.append(createHeader(`${id}-r`, id), [{ type: "turn-start", at: 0, turn: 1 }]);
  }
  for (let index = 0; index < 5; index += 1)
    await stores.memories.write(createDraft(`note ${index}`, { id: `m${index}` }));
}

/** What must hold at any time, whatever failed. */
async function checkInvariants(name: string, stores: Stores): Promise<void> {
  const { conversations, messages, runs, memories } = await stores.readEverything();
  const ids = new Set(conversations.map(({ id }) => id));
  expect(messages.filter(({ conversationId }) => !ids.has(conversationId))).toEqual([]);
  const places = messages.map(({ conversationId, sequence }) => `${conversationId} ${sequence}`);
  expect(new Set(places).size).toBe(places.length);
  for (const { headId } of conversations) {
    if (headId !== null) expect(messages.some(({ id }) => id === headId)).toBe(true);
  }
  expect(runs.every(({ conversationId }) => ids.has(conversationId))).toBe(true);
  const listed = await stores.memories.list({ limit: 1000 });
  expect(listed.map(({ record }) => record.id).sort()).toEqual(memories.map(({ id }) => id).sort());
  const database = await openDB(name);
  const docs: number[] = (await database.getAll("memories")).map(({ doc }) => doc);
  const state = await database.get("meta", "memory-index");
  database.close();
  expect(new Set(docs).size).toBe(docs.length);
  for (const doc of docs) expect(doc).toBeLessThan(state.nextDoc);
}

const OPERATIONS: Readonly<Record<string, (stores: Stores) => Promise<unknown>>> = {
  "save-turn": (stores) =>
    stores.conversations.saveTurn({
      conversation: createConversation("c1", { headId: "new-a", updatedAt: 5000 }),
      messages: [createUserMessage("new-q", "c1"), createAnswer("new-a", "c1", "new-q")],
    }),
  "write-memory": (stores) => stores.memories.write(createDraft("a new note")),
  "change-memory": (stores) => stores.memories.write(createDraft("a changed note", { id: "m1" })),
  "revert-memories": async (stores) => {
    const [changed, made] = [await stores.memories.read("m1"), await stores.memories.read("m2")];
    if (changed === null || made === null) throw new Error("The notes of this test are not there.");
    return stores.memories.revert([
      { before: { ...changed, text: "as it was before" }, after: changed },
      { before: null, after: made },
    ]);
  },
  "merge-memories": (stores) => stores.memories.merge(["m0", "m1", "m2"], { text: "merged" }),
  "delete-memory": (stores) => stores.memories.delete("m3"),
  "delete-conversation": (stores) => stores.conversations.delete("c1"),
  "import-merge": (stores) => stores.importEverything(INCOMING, "merge"),
  "import-replace": (stores) => stores.importEverything(INCOMING, "replace"),
  "delete-everything": (stores) => stores.deleteEverything(),
};

const INCOMING: ArchiveContents = {
  conversations: [createConversation("c1", { headId: "x-q", updatedAt: 9000 })],
  messages: [createUserMessage("x-q", "c1")],
  runs: [{ ...createHeader("x-r", "c1"), events: [] }],
  memories: [
    {
      id: "m1",
      namespace: "notes",
      text: "imported",
      tags: [],
      source: { type: "import" },
      createdAt: 1,
      updatedAt: 9_000_000,
    },
  ],
  settings: null,
};

/** Fails every storage call in turn, in the manner of SQLite's tests: a step happens whole or not at all. */
export function describeFaults(title: string, kinds: readonly FaultKind[]): void {
  describe(title, { timeout: 60_000 }, () => {
    for (const kind of kinds) {
      for (const [operation, run] of Object.entries(OPERATIONS)) {
        it(`${operation} happens whole or not at all, whichever storage call fails (${kind})`, async () => {
          for (let failAt = 1; ; failAt += 1) {
            names += 1;
            const name = `fault-${names}`;
            const stores = await open(name);
            await fill(stores);
            const before = await stores.readEverything();
            const failing = failStorageCall(failAt, kind);
            let failed = false;
            try {
              await run(stores);
            } catch (error) {
              failed = true;
              expect(error).toBeInstanceOf(StorageFault);
            } finally {
              failing.restore();
            }
            await checkInvariants(name, stores);
            const after = await stores.readEverything();
            if (failed) {
              expect(after, `after call ${failAt} failed`).toEqual(before);
              await run(stores);
              await checkInvariants(name, stores);
            }
            expect(await stores.readEverything(), `call ${failAt}`).not.toEqual(before);
            stores.close();
            await deleteDB(name);
            if (!failing.struck) break;
          }
        });
      }

      it(`a migration happens whole or not at all, whichever storage call fails (${kind})`, async () => {
        for (let failAt = 1; ; failAt += 1) {
          names += 1;
          const name = `fault-${names}`;
          const fixture: DatabaseFixture = databaseV1;
          await loadFixture(name, fixture);
          const failing = failStorageCall(failAt, kind);
          const stores = await open(name);
          failing.restore();
          const { durable } = await stores.info();
          stores.close();
          const database = await openDB(name);
          const { version } = database;
          database.close();
          expect([fixture.version, DATABASE_VERSION]).toContain(version);
          if (!durable) expect(failing.struck).toBe(true);
          const again = await open(name);
          expect((await again.info()).durable).toBe(true);
          const { messages, memories } = await again.readEverything();
          expect(messages).toHaveLength(fixture.stores.messages?.rows.length ?? 0);
          expect(memories).toHaveLength(fixture.stores.memories?.rows.length ?? 0);
          await checkInvariants(name, again);
          again.close();
          await deleteDB(name);
          if (!failing.struck) break;
        }
      });
    }
  });
}
