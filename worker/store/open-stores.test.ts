import "fake-indexeddb/auto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InMemorySentinel } from "./guard/sentinel.fixture.ts";
import { type OpenStoresOptions, openStores } from "./open-stores.ts";

const storage = { estimate: async () => ({ usage: 1, quota: 2 }), persisted: async () => false };
let ids = 0;
const clock = {
  now: () => 1_000,
  newId: () => {
    ids += 1;
    return `id-${ids}`;
  },
};
const DRAFT = { namespace: "notes", text: "The key is under the mat", tags: [], source: { type: "user" } } as const;

function open(options: Partial<OpenStoresOptions> & { readonly name: string }) {
  return openStores({ clock, sentinel: new InMemorySentinel(), storage, channel: null, ...options });
}

afterEach(() => {
  vi.useRealTimers();
  for (const field of ["dataLoss", "dataLossMessage"]) Reflect.deleteProperty(IDBVersionChangeEvent.prototype, field);
});

describe("writes after an opening", () => {
  it("wait until the old log is put aside, also where that takes half a minute", async () => {
    const first = await open({ name: "slow-log" });
    await first.memories.write(DRAFT);
    first.close();

    let retired = () => {};
    const retireLog = () => new Promise<void>((resolve) => (retired = resolve));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const second = await open({ name: "slow-log", retireLog });
    let written = false;
    const write = second.memories.write({ ...DRAFT, text: "The door is green" }).then(() => {
      written = true;
    });
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(written).toBe(false);
    retired();
    await write;
    expect((await second.readEverything()).memories.length).toBe(2);
  });
});

describe("a database of very many records", () => {
  it("is counted after the start, and what is missing is told then", async () => {
    const sentinel = new InMemorySentinel();
    const first = await open({ name: "large", sentinel, markDelayMs: 0 });
    await first.memories.write(DRAFT);
    await vi.waitFor(() => expect(sentinel.mark?.records).toBe(1));
    first.close();
    sentinel.mark = { databaseId: sentinel.mark?.databaseId ?? "", records: 60_000 };

    const failures: unknown[] = [];
    const onFailure = (failure: unknown) => failures.push(failure);
    const second = await open({ name: "large", sentinel, countDelayMs: 0, onFailure });
    expect((await second.info()).failure).toBeUndefined();
    const failure = { code: "storage-lost", detail: "59999 of 60000 records are missing" };
    await vi.waitFor(() => expect(failures).toEqual([failure]));
    expect((await second.info()).failure).toEqual(failure);
    expect((await second.readEverything()).memories.length).toBe(1);
  });

  it("is compared at once where it is another database", async () => {
    const sentinel = new InMemorySentinel();
    sentinel.mark = { databaseId: "gone", records: 60_000 };
    const stores = await open({ name: "another", sentinel });
    expect((await stores.info()).failure).toEqual({
      code: "storage-lost",
      detail: "60000 of 60000 records are missing",
    });
  });
});

it("what is written while the first mark is begun is counted once", async () => {
  const sentinel = new InMemorySentinel();
  const read = sentinel.read.bind(sentinel);
  const stores = await open({ name: "marked-once", sentinel, markDelayMs: 0 });
  sentinel.read = async () => {
    sentinel.read = read;
    await stores.memories.write({ ...DRAFT, text: "The gate is blue" });
    return await read();
  };
  await stores.memories.write(DRAFT);
  await vi.waitFor(() => expect(sentinel.mark?.records).toBe(2));
  await stores.memories.write({ ...DRAFT, text: "The fence is red" });
  await vi.waitFor(() => expect(sentinel.mark?.records).toBe(3));
});

it("everything that the user has deleted is not missed, also where the page is left at once", async () => {
  const sentinel = new InMemorySentinel();
  const first = await open({ name: "emptied", sentinel, markDelayMs: 0 });
  for (let note = 0; note < 11; note += 1) await first.memories.write({ ...DRAFT, text: `Note ${note}` });
  await vi.waitFor(() => expect(sentinel.mark?.records).toBe(11));
  first.close();
  const second = await open({ name: "emptied", sentinel, markDelayMs: 100_000 });
  await second.deleteEverything();
  second.close();
  expect((await (await open({ name: "emptied", sentinel })).info()).failure).toBeUndefined();
});

describe("a browser that says it deleted the data", () => {
  it("is passed on to the user, also where the mark outside the database is gone too", async () => {
    const event = IDBVersionChangeEvent.prototype;
    Reflect.defineProperty(event, "dataLoss", { value: "total", configurable: true });
    Reflect.defineProperty(event, "dataLossMessage", { value: "checksum mismatch", configurable: true });
    const stores = await open({ name: "deleted-by-the-browser" });
    expect((await stores.info()).failure).toEqual({
      code: "storage-lost",
      detail: "the browser deleted the database: checksum mismatch",
    });
  });

  it("is not heard where it says that nothing was lost", async () => {
    Reflect.defineProperty(IDBVersionChangeEvent.prototype, "dataLoss", { value: "none", configurable: true });
    const stores = await open({ name: "new-and-whole" });
    expect((await stores.info()).failure).toBeUndefined();
  });
});
