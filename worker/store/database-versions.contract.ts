import { openDB } from "idb";
import { describe, expect, it } from "vitest";
import { DATABASE_VERSION } from "./database.ts";
import databaseV1 from "./fixtures/database-v1.json" with { type: "json" };
import databaseV2 from "./fixtures/database-v2.json" with { type: "json" };
import { InMemorySentinel } from "./guard/sentinel.fixture.ts";
import { type DatabaseFixture, loadFixture } from "./load-fixture.fixture.ts";
import { openStores } from "./open-stores.ts";
import { StorageFault } from "./storage-fault.ts";
import { createConversation, createDraft, createTestClock, createUserMessage } from "./stores.contract.ts";
import type { Stores } from "./stores.ts";

const FIXTURES: readonly DatabaseFixture[] = [databaseV1, databaseV2];
const storage = { estimate: async () => ({}), persisted: async () => false };

function open(name: string, failures: string[] = []): Promise<Stores> {
  const onFailure = ({ code }: { readonly code: string }) => failures.push(code);
  return openStores({
    clock: createTestClock(),
    name,
    sentinel: new InMemorySentinel(),
    storage,
    channel: null,
    onFailure,
  });
}

function recordsOf(fixture: DatabaseFixture, store: string): unknown[] {
  const rows = fixture.stores[store]?.rows ?? [];
  return rows.map((row) => (typeof row === "object" && row !== null && "record" in row ? row.record : row));
}

/** Databases of every released version can be read by this one. */
export function describeDatabaseVersions(title: string): void {
  describe(title, () => {
    it("has a fixture of every version there was", () => {
      expect(FIXTURES.map(({ version }) => version)).toEqual(
        Array.from({ length: DATABASE_VERSION }, (_, index) => index + 1),
      );
    });

    it.each(FIXTURES.map((fixture) => [fixture.version, fixture] as const))(
      "opens version %i with nothing lost",
      async (version, fixture) => {
        const name = `version-${version}-${crypto.randomUUID()}`;
        await loadFixture(name, fixture);
        const stores = await open(name);
        const { conversations, messages, runs, memories, settings } = await stores.readEverything();
        expect(conversations).toHaveLength(2);
        expect(conversations).toEqual(expect.arrayContaining(recordsOf(fixture, "conversations")));
        expect(messages).toHaveLength(4);
        expect(messages).toEqual(expect.arrayContaining(recordsOf(fixture, "messages")));
        expect(memories).toHaveLength(5);
        expect(memories).toEqual(expect.arrayContaining(recordsOf(fixture, "memories")));
        expect(runs.map(({ events, ...header }) => header)).toEqual(expect.arrayContaining(recordsOf(fixture, "runs")));
        expect(runs.map(({ events }) => events.length)).toEqual([3, 3]);
        expect(settings).toMatchObject({ theme: "dark", maxTurns: 5 });
        const found = await stores.memories.search({ text: "momo", limit: 3 });
        expect(found.map(({ record }) => record.tags)).toEqual([["cat"]]);
        expect(await stores.memories.search({ text: "北京", limit: 3 })).toHaveLength(1);
        expect((await stores.memories.list()).length).toBe(5);
        await stores.memories.write(createDraft("written since"));
        expect(await stores.memories.search({ text: "written", limit: 3 })).toHaveLength(1);
        stores.close();
      },
    );

    it("opens a newer database to read only, says so, and changes nothing", async () => {
      const name = `newer-${crypto.randomUUID()}`;
      const first = await open(name);
      await first.conversations.saveTurn({
        conversation: createConversation("c"),
        messages: [createUserMessage("q", "c")],
      });
      first.close();
      const newer = await openDB(name, DATABASE_VERSION + 1, {
        upgrade(database) {
          database.createObjectStore("of-the-future");
        },
      });
      newer.close();
      const failures: string[] = [];
      const stores = await open(name, failures);
      expect(failures).toEqual(["storage-newer"]);
      expect((await stores.info()).failure).toEqual({ code: "storage-newer" });
      expect(await stores.conversations.messages("c")).toHaveLength(1);
      const writes = [
        stores.conversations.saveTurn({ conversation: createConversation("d"), messages: [] }),
        stores.memories.write(createDraft("no")),
        stores.settings.update({ theme: "dark" }),
        stores.deleteEverything(),
      ];
      for (const write of writes) await expect(write).rejects.toBeInstanceOf(StorageFault);
      expect(await stores.conversations.list()).toHaveLength(1);
      stores.close();
      const database = await openDB(name);
      expect(database.version).toBe(DATABASE_VERSION + 1);
      database.close();
    });

    it("lets a newer version of the app in at once and stops writing", async () => {
      const name = `overtaken-${crypto.randomUUID()}`;
      const failures: string[] = [];
      const stores = await open(name, failures);
      await stores.memories.write(createDraft("before"));
      const newer = await openDB(name, DATABASE_VERSION + 1);
      newer.close();
      expect(failures).toEqual(["storage-newer"]);
      await expect(stores.memories.write(createDraft("after"))).rejects.toMatchObject({
        failure: { code: "storage-newer" },
      });
      expect(await stores.memories.search({ text: "before", limit: 3 })).toHaveLength(1);
      stores.close();
    });

    it("notices that records are gone, and is quiet about a few", async () => {
      const name = `gone-${crypto.randomUUID()}`;
      const sentinel = new InMemorySentinel();
      const openAgain = () =>
        openStores({ clock: createTestClock(), name, sentinel, storage, channel: null, markDelayMs: 0 });
      const stores = await openAgain();
      for (let index = 0; index < 30; index += 1) await stores.memories.write(createDraft(`note ${index}`));
      await expect.poll(() => sentinel.mark?.records).toBe(30);
      stores.close();
      const database = await openDB(name);
      const keys = await database.getAllKeys("memories");
      for (const key of keys.slice(0, 3)) await database.delete("memories", key);
      const slightly = await openAgain();
      expect((await slightly.info()).failure).toBeUndefined();
      slightly.close();
      for (const key of keys.slice(3, 20)) await database.delete("memories", key);
      database.close();
      const badly = await openAgain();
      expect((await badly.info()).failure).toEqual({ code: "storage-lost", detail: "17 of 27 records are missing" });
      badly.close();
    });
  });
}
