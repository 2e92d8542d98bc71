import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { Database } from "../database.ts";
import { openStores } from "../open-stores.ts";
import { countSlowly } from "./count-slowly.ts";
import { InMemorySentinel } from "./sentinel.fixture.ts";

it("counts the notes that are there, whatever numbers deleted ones had", async () => {
  let ids = 0;
  const clock = { now: () => 1000, newId: () => `id-${++ids}` };
  const storage = { estimate: async () => ({}), persisted: async () => false };
  const stores = await openStores({ clock, storage, sentinel: new InMemorySentinel(), channel: null, name: "count" });
  for (let note = 0; note < 12; note += 1) {
    await stores.memories.write({ namespace: "n", text: `note ${note}`, source: { type: "user" } });
  }
  const location = { name: "count", sealing: null };
  const database = new Database(location, { created: () => undefined, failed: () => undefined });
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  expect(await countSlowly(database, pause)).toBe(12);
  await stores.memories.delete("id-3");
  expect(await countSlowly(database, pause)).toBe((await stores.readEverything()).memories.length);
  expect(pauses).toBe(2);
});
