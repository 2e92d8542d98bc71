import "fake-indexeddb/auto";
import { openDB } from "idb";
import { describe, expect, it } from "vitest";
import type { Failure } from "../protocol/failure.ts";
import { parseArchive, toExport } from "./archive.ts";
import { InMemorySentinel } from "./guard/sentinel.fixture.ts";
import { openStores } from "./open-stores.ts";
import {
  createAnswer,
  createConversation,
  createDraft,
  createHeader,
  createTestClock,
  createUserMessage,
} from "./stores.contract.ts";
import type { Stores } from "./stores.ts";

let opened = 0;

/** Stores with one conversation of two questions, a run and two notes, of which the test has changed some rows. */
async function openDamaged(
  damage: Readonly<Record<string, (record: object) => unknown>>,
): Promise<{ readonly stores: Stores; readonly failures: Failure[] }> {
  opened += 1;
  const name = `damaged-${opened}`;
  const failures: Failure[] = [];
  const options = {
    clock: createTestClock(),
    name,
    sentinel: new InMemorySentinel(),
    storage: { estimate: async () => ({}), persisted: async () => false },
    channel: null,
  };
  const first = await openStores(options);
  await first.conversations.saveTurn({
    conversation: createConversation("c", { headId: "a2" }),
    messages: [
      createUserMessage("q1", "c"),
      createAnswer("a1", "c", "q1"),
      { ...createUserMessage("q2", "c"), parentId: "a1" },
      createAnswer("a2", "c", "q2"),
    ],
  });
  await first.runs.append(createHeader("r", "c"), [{ type: "turn-start", at: 0, turn: 1 }]);
  await first.memories.write(createDraft("ferry at 7:40", { id: "m1" }));
  await first.memories.write(createDraft("pier two", { id: "m2" }));
  first.close();
  const database = await openDB(name);
  for (const [place, change] of Object.entries(damage)) {
    const [store = "", id = ""] = place.split("/");
    const row = await database.get(store, id);
    await database.put(store, { ...row, record: change(row.record) });
  }
  database.close();
  const stores = await openStores({ ...options, onFailure: (failure) => failures.push(failure) });
  return { stores, failures };
}

async function exportFrom(stores: Stores) {
  let made = 0;
  const { archive, leftOut } = toExport(await stores.readEverything(), { now: 0, newId: () => `new-${made++}` });
  return { parsed: parseArchive(await archive.text()), leftOut };
}

describe("a damaged record", () => {
  it.each([
    ["without a title", (record: object) => ({ ...record, title: null })],
    ["that is empty", () => null],
    ["whose times are none", (record: object) => ({ ...record, createdAt: "x", updatedAt: null })],
  ])("of a conversation %s leaves its messages to be opened and exported", async (_, change) => {
    const { stores } = await openDamaged({ "conversations/c": change });
    expect(await stores.conversations.list()).toMatchObject([{ id: "c", title: expect.any(String) }]);
    expect(await stores.conversations.read("c")).toMatchObject({
      id: "c",
      headId: "a2",
      createdAt: expect.any(Number),
    });
    expect(await stores.conversations.messages("c")).toHaveLength(4);
    const { parsed, leftOut } = await exportFrom(stores);
    expect(leftOut).toEqual([]);
    expect(parsed).toMatchObject({ ok: true, contents: { conversations: [{ id: "c" }] } });
    expect(await stores.conversations.update("c", { title: "Mended" }, 5)).toMatchObject({ title: "Mended" });
  });

  it("of a message is set aside and named; what followed it follows the one before", async () => {
    const { stores, failures } = await openDamaged({ "messages/a1": (record) => ({ ...record, turns: null }) });
    const messages = await stores.conversations.messages("c");
    expect(messages.map(({ id, parentId }) => [id, parentId])).toEqual([
      ["q1", null],
      ["q2", "q1"],
      ["a2", "q2"],
    ]);
    await stores.conversations.messages("c");
    expect(failures).toEqual([{ code: "records-damaged", detail: "messages: a1" }]);
    const { parsed, leftOut } = await exportFrom(stores);
    expect(leftOut).toEqual([{ kind: "messages", id: "a1" }]);
    expect(parsed).toMatchObject({ ok: true });
  });

  it.each([
    ["is empty", () => null],
    ["has no text", (record: object) => ({ ...record, text: 7 })],
    ["has tags that are none", (record: object) => ({ ...record, tags: null })],
  ])("of a note that %s leaves the others to be found, imported over and exported", async (_, change) => {
    const { stores } = await openDamaged({ "memories/m1": change });
    expect(await stores.memories.read("m1")).toBeNull();
    const found = await stores.memories.search({ text: "pier", limit: 5 });
    expect(found.map(({ record }) => record.id)).toEqual(["m2"]);
    const { parsed, leftOut } = await exportFrom(stores);
    expect(leftOut).toEqual([{ kind: "memories", id: "m1" }]);
    if (!parsed.ok) throw new Error(parsed.reason);
    await stores.importEverything(parsed.contents, "merge");
    expect(parsed.contents.memories.map(({ id }) => id)).toEqual(["m2"]);
  });

  it("of a run is left out of lists and exports", async () => {
    const { stores } = await openDamaged({ "runs/r": (record) => ({ ...record, question: null }) });
    expect(await stores.runs.list()).toEqual([]);
    expect(await stores.runs.read("r")).toBeNull();
    const { parsed, leftOut } = await exportFrom(stores);
    expect(leftOut).toEqual([{ kind: "runs", id: "r" }]);
    expect(parsed).toMatchObject({ ok: true, contents: { runs: [] } });
  });

  it("of the settings is left out of exports", async () => {
    const { stores } = await openDamaged({});
    await stores.settings.update({ maxTurns: 0 });
    const { parsed, leftOut } = await exportFrom(stores);
    expect(leftOut).toEqual([{ kind: "settings", id: "settings" }]);
    expect(parsed).toMatchObject({ ok: true, contents: { settings: null } });
  });

  it("lets messages whose conversation is gone keep one in the file", async () => {
    const { stores } = await openDamaged({});
    const { conversations: _, ...rest } = await stores.readEverything();
    const { archive } = toExport({ ...rest, conversations: [] }, { now: 0, newId: () => "new" });
    expect(parseArchive(await archive.text())).toMatchObject({
      ok: true,
      contents: { conversations: [{ id: "c", headId: "a2" }], messages: [{}, {}, {}, {}] },
    });
  });
});
