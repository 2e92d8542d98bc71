import { describe, expect, it } from "vitest";
import type { Failure } from "../../protocol/failure.ts";
import { createInMemoryStores } from "../in-memory-stores.ts";
import { StorageFault } from "../storage-fault.ts";
import type { Stores, Turn } from "../stores.ts";
import { openWithReserve, withReserve } from "./with-reserve.ts";

let ids = 0;
const clock = {
  now: () => 1000,
  newId() {
    ids += 1;
    return `id-${ids}`;
  },
};
const NOTE = { namespace: "notes", text: "The key is under the mat", tags: [], source: { type: "user" } } as const;

/** The turn of a question, or of its answer alone. */
function toTurn(role: "user" | "assistant"): Turn {
  const shared = { id: role, conversationId: "c", parentId: null, createdAt: 1, sequence: 0 };
  const message =
    role === "user"
      ? ({ ...shared, role, text: "Where is the key?" } as const)
      : ({ ...shared, role, parentId: "user", runId: "r", state: "complete", turns: [] } as const);
  return { conversation: { id: "c", title: "c", createdAt: 0, updatedAt: 1, headId: role }, messages: [message] };
}

/**
 * A disk with room for so many writes, and for some more while the reserve is given back. A write without room fails as
 * Chromium's does: the first says so, those after it find the database closed.
 */
function createDisk(disk: { writes: number; spare: number }, reserved = true) {
  const held = { reserve: reserved };
  const failures: Failure[] = [];
  let time = 0;
  let retired = 0;
  const kept = createInMemoryStores(clock);
  const spend = async <Value>(write: () => Promise<Value>): Promise<Value> => {
    if (disk.writes <= 0 && (held.reserve || disk.spare <= 0)) {
      throw new StorageFault({ code: disk.writes === 0 ? "storage-full" : "storage-refused" });
    }
    if (disk.writes > 0) disk.writes -= 1;
    else disk.spare -= 1;
    return await write();
  };
  const info = async () => ({ durable: true, persisted: false, usedBytes: 0, quotaBytes: 1 });
  const stores: Stores = {
    ...kept,
    info,
    conversations: new Proxy(kept.conversations, {
      get: (target, name) =>
        name === "saveTurn"
          ? (turn: Turn) => spend(() => target.saveTurn(turn))
          : Reflect.get(target, name).bind(target),
    }),
    memories: new Proxy(kept.memories, {
      get: (target, name) =>
        name === "write"
          ? (note: typeof NOTE) => spend(() => target.write(note))
          : Reflect.get(target, name).bind(target),
    }),
  };
  const reserve = {
    async take() {
      held.reserve ||= disk.writes > 0;
      return held.reserve;
    },
    async release() {
      held.reserve = false;
    },
  };
  const deps = {
    reserve,
    retireLog: async () => {
      retired += 1;
    },
    now: () => time,
    pause: async () => undefined,
    onFailure: (failure: Failure) => failures.push(failure),
  };
  return {
    stores,
    deps,
    failures,
    wait: () => {
      time += 60_000;
    },
    readRetired: () => retired,
  };
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "kept",
    (fault: unknown) => (fault instanceof StorageFault ? fault.failure.code : String(fault)),
  );

describe("stores on a disk that runs full", () => {
  it.each([
    ["said by the browser", 0],
    ["seen only as a database that does not open", -1],
  ])("keep the message that found no room, %s, and the answer to it; then refuse new ones", async (_, writes) => {
    const { stores, deps, failures } = createDisk({ writes, spare: 2 });
    const guarded = withReserve(stores, deps);
    expect(await codeOf(guarded.conversations.saveTurn(toTurn("user")))).toBe("kept");
    expect(failures).toEqual([{ code: "storage-tight" }]);
    expect((await guarded.info()).failure?.code).toBe("storage-tight");
    expect(await codeOf(guarded.conversations.saveTurn(toTurn("assistant")))).toBe("kept");
    expect(await codeOf(guarded.conversations.saveTurn(toTurn("user")))).toBe("storage-full");
    expect(await codeOf(guarded.memories.write(NOTE))).toBe("storage-full");
    expect((await guarded.conversations.messages("c")).length).toBe(2);
  });

  it("say that there was no room where even the reserve is too small, and never that data is gone", async () => {
    const { stores, deps } = createDisk({ writes: -1, spare: 0 });
    const guarded = withReserve(stores, deps);
    expect(await codeOf(guarded.conversations.saveTurn(toTurn("user")))).toBe("storage-full");
    expect((await guarded.info()).failure?.code).toBe("storage-tight");
  });

  it("delete while they take nothing in, and go on by themselves once there is room, behind a new log", async () => {
    const disk = { writes: 1, spare: 0 };
    const { stores, deps, wait, readRetired } = createDisk(disk);
    const guarded = withReserve(stores, deps);
    await guarded.conversations.saveTurn(toTurn("user"));
    expect(await codeOf(guarded.memories.write(NOTE))).toBe("storage-full");
    await guarded.conversations.delete("c");
    expect(await guarded.conversations.list()).toEqual([]);
    disk.writes = 9;
    wait();
    expect((await guarded.info()).failure).toBeUndefined();
    expect(readRetired()).toBe(1);
    expect(await codeOf(guarded.memories.write(NOTE))).toBe("kept");
  });

  it("take nothing in from the start where there is no room for the reserve", async () => {
    const { stores, deps, failures } = createDisk({ writes: 0, spare: 9 }, false);
    const guarded = withReserve(stores, deps);
    expect(await codeOf(guarded.memories.write(NOTE))).toBe("storage-full");
    expect(failures).toEqual([{ code: "storage-tight" }]);
  });

  it("let other faults through, and call lost what is lost on a disk with room", async () => {
    const { stores, deps, failures } = createDisk({ writes: 9, spare: 0 });
    let calls = 0;
    const lost = async () => {
      calls += 1;
      throw new StorageFault({ code: calls === 1 ? "internal" : "storage-lost" });
    };
    const guarded = withReserve({ ...stores, deleteEverything: lost }, deps);
    expect(await codeOf(guarded.deleteEverything())).toBe("internal");
    expect(calls).toBe(1);
    expect(await codeOf(guarded.deleteEverything())).toBe("storage-lost");
    expect(failures).toEqual([]);
  });
});

describe("a database that does not open", () => {
  const refused = (failure: Failure) => async () => createInMemoryStores(clock, failure);

  it("is opened again in the reserve's room", async () => {
    const { stores, deps } = createDisk({ writes: 0, spare: 1 });
    let opened = 0;
    const open = async () => {
      opened += 1;
      return opened === 1 ? createInMemoryStores(clock, { code: "storage-lost" }) : stores;
    };
    expect((await (await openWithReserve(open, deps)).info()).durable).toBe(true);
  });

  it("is not called gone on a full disk, and nothing is taken in for it before a reload", async () => {
    const disk = { writes: 0, spare: 0 };
    const { deps, wait } = createDisk(disk);
    const guarded = await openWithReserve(refused({ code: "storage-lost" }), deps);
    expect((await guarded.info()).failure).toEqual({ code: "storage-closed" });
    disk.writes = 9;
    wait();
    expect(await codeOf(guarded.memories.write(NOTE))).toBe("storage-full");
  });

  it.each(["storage-lost", "storage-refused"] as const)("is told as %s where there is room", async (code) => {
    const { deps } = createDisk({ writes: 9, spare: 0 });
    const guarded = await openWithReserve(refused({ code }), deps);
    expect((await guarded.info()).failure).toEqual({ code });
    expect(await codeOf(guarded.memories.write(NOTE))).not.toBe("storage-full");
  });
});
