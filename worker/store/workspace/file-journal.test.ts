import { describe, expect, it } from "vitest";
import type { RequestedChange } from "../../agent/ports/workspace-port.ts";
import { UNDO_MS } from "./file-journal.ts";
import { CALLER, openTestStore } from "./workspace-store.fixture.ts";

const CHANGES: readonly RequestedChange[] = [
  { type: "write", path: "a.txt", text: "new" },
  { type: "write", path: "deep/new.txt", text: "fresh" },
  { type: "edit", path: "a.txt", find: "ld", replace: "ak" },
  { type: "move", path: "a.txt", to: "moved/b.txt" },
  { type: "delete", path: "a.txt" },
];

describe("a change of a file", () => {
  it.each(CHANGES)("is shown before it is made, made, and undone: %j", async (change) => {
    const { store, root, reopen } = await openTestStore();
    await root.put("a.txt", "old");
    const planned = await store.files.plan(change, CALLER);
    expect(root.read("a.txt")).toBe("old");
    expect([...root.children.keys()]).toEqual(["a.txt"]);
    expect(await store.files.apply(change, CALLER)).toEqual(planned);
    const [entry] = await store.journal.list();
    expect(entry).toMatchObject({ action: planned.action, path: planned.path, messageId: "message-1" });
    const restarted = reopen();
    expect(await restarted.journal.undo(entry?.id ?? "")).toEqual({ type: "reverted" });
    expect(root.read("a.txt")).toBe("old");
    expect(root.read("deep/new.txt")).toBeNull();
    expect(root.read("moved/b.txt")).toBeNull();
    expect((await restarted.journal.list())[0]?.undoneAt).toBe(1000);
  });

  it.each(CHANGES)("is not undone over what somebody wrote since: %j", async (change) => {
    const { store, root } = await openTestStore();
    await root.put("a.txt", "old");
    const { path, movedTo = path } = await store.files.apply(change, CALLER);
    await root.put(movedTo, "somebody's own words");
    const [entry] = await store.journal.list();
    expect(await store.journal.undo(entry?.id ?? "")).toEqual({ type: "changed-since" });
    expect(root.read(movedTo)).toBe("somebody's own words");
  });

  it("adds to the end of a file, on a line of its own, and begins one that is not there", async () => {
    const { store, root } = await openTestStore();
    const add = (path: string, text: string) => store.files.apply({ type: "write", path, text, append: true }, CALLER);
    await root.put("a.txt", "old");
    expect(await add("a.txt", "new\n")).toMatchObject({ action: "change", before: "old", after: "old\nnew\n" });
    await add("a.txt", "newer\n");
    expect(root.read("a.txt")).toBe("old\nnew\nnewer\n");
    expect(await add("b.txt", "first\n")).toMatchObject({ action: "create", after: "first\n" });
  });

  it("several of one file are undone from the last to the first", async () => {
    const { store, root, time } = await openTestStore();
    for (const text of ["one", "two"]) {
      time.now += 1;
      await store.files.apply({ type: "write", path: "a.txt", text }, CALLER);
    }
    const [last, first] = await store.journal.list();
    expect(await store.journal.undo(first?.id ?? "")).toEqual({ type: "changed-since" });
    expect(await store.journal.undo(last?.id ?? "")).toEqual({ type: "reverted" });
    expect(root.read("a.txt")).toBe("one");
    expect(await store.journal.undo(first?.id ?? "")).toEqual({ type: "reverted" });
    expect(root.read("a.txt")).toBeNull();
  });

  it("is refused when the file was changed while the user was asked", async () => {
    const { store, root } = await openTestStore();
    await root.put("a.txt", "old");
    const change: RequestedChange = { type: "write", path: "a.txt", text: "new" };
    await store.files.plan(change, CALLER);
    await root.put("a.txt", "newer than what was shown");
    await expect(store.files.apply(change, CALLER)).rejects.toThrow(/changed while/);
    expect(root.read("a.txt")).toBe("newer than what was shown");
    expect(await store.journal.list()).toEqual([]);
  });

  it("is forgotten after a month", async () => {
    const { store, time } = await openTestStore();
    await store.files.apply({ type: "write", path: "a.txt", text: "x" }, CALLER);
    time.now += UNDO_MS + 1;
    await store.journal.mend();
    expect(await store.journal.list()).toEqual([]);
  });
});

describe("what cannot be done to a file is refused, and nothing is changed", () => {
  it.each<[RequestedChange, RegExp]>([
    [{ type: "edit", path: "a.txt", find: "absent", replace: "" }, /not in the file/],
    [{ type: "edit", path: "twice.txt", find: "a", replace: "b" }, /more than once/],
    [{ type: "edit", path: "none.txt", find: "a", replace: "b" }, /no such file/],
    [{ type: "edit", path: "picture.png", find: "a", replace: "b" }, /not text/],
    [{ type: "write", path: "picture.png", text: "b" }, /not text/],
    [{ type: "write", path: "folder", text: "b" }, /is a folder/],
    [{ type: "write", path: "a.txt/b.txt", text: "b" }, /not a folder/],
    [{ type: "write", path: "con.txt", text: "b" }, /no name/],
    [{ type: "write", path: "../b.txt", text: "b" }, /out of the folder/],
    [{ type: "move", path: "a.txt", to: "twice.txt" }, /already/],
    [{ type: "move", path: "a.txt", to: "A.txt" }, /Only capitals/],
    [{ type: "delete", path: "large.bin" }, /could not be undone/],
    [{ type: "move", path: "a.txt", to: "../../b.txt" }, /out of the folder/],
    [{ type: "delete", path: "folder" }, /is a folder/],
  ])("%j", async (change, reason) => {
    const { store, root } = await openTestStore();
    await root.put("a.txt", "old");
    await root.put("twice.txt", "a and a");
    await root.put("picture.png", new Uint8Array([0x89, 0x50, 0, 0xff]));
    await root.put("folder/x.txt", "x");
    await root.put("large.bin", new Uint8Array(20_000_001));
    await expect(store.files.plan(change, CALLER)).rejects.toThrow(reason);
    await expect(store.files.apply(change, CALLER)).rejects.toThrow(reason);
    expect(root.read("a.txt")).toBe("old");
    expect(root.read("twice.txt")).toBe("a and a");
    expect(await store.journal.list()).toEqual([]);
  });

  it("keeps the line ends of a file from Windows", async () => {
    const { store, root } = await openTestStore();
    await root.put("a.txt", "one\r\ntwo\r\nthree");
    await store.files.apply({ type: "edit", path: "a.txt", find: "one\ntwo", replace: "1\n2" }, CALLER);
    expect(root.read("a.txt")).toBe("1\r\n2\r\nthree");
  });
});

describe("a device that stops in the middle of a change", () => {
  const steps = ["create", "write", "close", "remove"] as const;
  it.each(CHANGES.flatMap((change) => steps.map((step) => ({ change, step }))))(
    "leaves the old file or the new one, a journal that agrees, and an undo that works: $change.type at $step",
    async ({ change, step }) => {
      const { store, root, reopen } = await openTestStore();
      await root.put("a.txt", "old");
      let stopped = false;
      root.shared.interrupt = (at) => {
        // From there on nothing reaches the disk, not even what would clean up.
        if (stopped || at === step) {
          stopped = true;
          throw new Error("the device has stopped");
        }
      };
      await store.files.apply(change, CALLER).catch(() => undefined);
      root.shared.interrupt = () => undefined;
      const restarted = reopen();
      await restarted.journal.mend();
      const entries = await restarted.journal.list();
      const target = change.type === "move" ? change.to : change.path;
      const done = entries.length === 1;
      const wanted = { write: "text" in change ? change.text : "", edit: "oak", move: "old", delete: null }[
        change.type
      ];
      expect(root.read(target)).toBe(done ? wanted : target === "a.txt" ? "old" : null);
      if (change.type === "move") expect(root.read("a.txt")).toBe(done ? null : "old");
      for (const { id } of entries) expect(await restarted.journal.undo(id)).toEqual({ type: "reverted" });
      expect(root.read("a.txt")).toBe("old");
      if (target !== "a.txt") expect(root.read(target)).toBeNull();
    },
  );
});
