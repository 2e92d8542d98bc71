import { describe, expect, it } from "vitest";
import type { RequestedChange } from "../../agent/ports/workspace-port.ts";
import { MemoryDirectory } from "./memory-directory.fixture.ts";
import { walkFiles } from "./walk-files.ts";
import type { WorkspaceDatabase, WorkspaceRow } from "./workspace-database.ts";
import { CALLER, openTestStore } from "./workspace-store.fixture.ts";
import { Workspaces } from "./workspaces.ts";

const CHANGES: readonly RequestedChange[] = [
  { type: "write", path: "a.txt", text: "new" },
  { type: "edit", path: "a.txt", find: "old", replace: "new" },
  { type: "move", path: "a.txt", to: "b.txt" },
];

describe("a device that does not go along", () => {
  it.each([
    ["the permission was withdrawn", "NotAllowedError", /asks the user to allow the folder again/],
    ["the file is locked", "NoModificationAllowedError", /Another program is using the file/],
    ["the disk is full", "QuotaExceededError", /no room left/],
  ])("is said in a sentence, and nothing is lost: %s", async (_, name, sentence) => {
    for (const step of ["write", "close"] as const) {
      for (const change of CHANGES) {
        const { store, root, reopen } = await openTestStore();
        await root.put("a.txt", "old");
        root.shared.interrupt = (at) => {
          if (at === step) throw new DOMException("no", name);
        };
        await expect(store.files.apply(change, CALLER), `${change.type} at ${step}`).rejects.toThrow(sentence);
        root.shared.interrupt = () => undefined;
        expect(root.read("a.txt")).toBe("old");
        const restarted = reopen();
        // What was not done cannot be undone.
        expect((await restarted.journal.list()).filter(({ undoneAt }) => undoneAt === undefined)).toEqual([]);
        await restarted.files.apply(change, CALLER);
        expect(await restarted.journal.list()).toHaveLength(1);
      }
    }
  });

  it("is asked again where a folder's permission ended, and says of a moved one that it is gone", async () => {
    const disk = new MemoryDirectory("disk");
    await disk.put("a.txt", "old");
    let permission: "granted" | "prompt" = "granted";
    const row: WorkspaceRow = {
      id: "1",
      name: "Disk",
      kind: "connected",
      access: { documents: "read" },
      addedAt: 0,
      handle: disk,
    };
    Reflect.set(disk, "queryPermission", async () => permission);
    const database = { listWorkspaces: async () => [row] } as unknown as WorkspaceDatabase;
    const nobody = async (): Promise<never> => Promise.reject(new Error("not private"));
    const workspaces = new Workspaces({
      database,
      openPrivate: nobody,
      removePrivate: nobody,
      now: () => 0,
      newId: () => "2",
    });
    expect(await workspaces.list()).toMatchObject([{ state: "ready" }]);
    expect(await workspaces.openRootOf("1", "read")).toBe(disk);
    permission = "prompt";
    expect(await workspaces.list()).toMatchObject([{ state: "ask" }]);
    await expect(workspaces.openRootOf("1", "read")).rejects.toThrow(/'Disk': The browser asks the user to allow/);
    permission = "granted";
    disk.entries = () => {
      throw new DOMException("moved", "NotFoundError");
    };
    expect(await workspaces.list()).toMatchObject([{ state: "gone" }]);
    await expect(workspaces.openRootOf("1", "read")).rejects.toThrow(/'Disk': The folder was moved or deleted/);
  });
});

describe("a folder out of the ordinary", () => {
  it("with a file of a gigabyte, says that it is too big, and never loads it", async () => {
    const { store, root } = await openTestStore();
    await root.put("small.txt", "The parrot sings.");
    for (const name of ["huge.txt", "huge.csv", "huge.pdf", "huge.docx"]) {
      const file = await root.put(name, "x");
      file.getFile = async () => ({
        size: 1_000_000_000,
        lastModified: 0,
        arrayBuffer: () => Promise.reject(new Error("a gigabyte was read")),
        slice: () => ({ arrayBuffer: () => Promise.reject(new Error("a piece was read")) }),
      });
      await expect(store.files.read(name, CALLER)).rejects.toThrow(/too big/);
      const edit = { type: "edit", path: name, find: "x", replace: "y" } as const;
      await expect(store.files.plan(edit, CALLER)).rejects.toThrow(/too big|not text|more than 20 MB/);
    }
    expect((await store.files.search("parrot", 5, CALLER)).passages.map(({ path }) => path)).toEqual(["small.txt"]);
    expect((await store.files.list("", CALLER)).total).toBe(5);
  });

  it("with more files than are looked at, is listed as far as that", async () => {
    const { root } = await openTestStore();
    for (let number = 0; number < 30; number += 1) await root.put(`${number % 3}/${number}.txt`, "tree");
    const paths: string[] = [];
    for await (const { path } of walkFiles(root, "", { left: 12 })) paths.push(path);
    expect(paths).toHaveLength(12);
  });

  it.each([
    ["Latin", "Übung à Łódź"],
    ["Greek", "Σημειώσεις"],
    ["Cyrillic", "Заметки"],
    ["Armenian", "Նշումներ"],
    ["Georgian", "ჩანაწერები"],
    ["Hebrew", "הערות"],
    ["Arabic", "ملاحظات"],
    ["Devanagari", "टिप्पणियाँ"],
    ["Bengali", "মন্তব্য"],
    ["Tamil", "குறிப்புகள்"],
    ["Telugu", "గమనికలు"],
    ["Thai", "บันทึก"],
    ["Khmer", "កំណត់ចំណាំ"],
    ["Amharic", "ማስታወሻዎች"],
    ["Korean", "메모"],
    ["Japanese", "覚え書き ノート"],
    ["Chinese", "笔记筆記"],
    ["emoji", "🦜 notes 👩‍👩‍👧"],
    ["mathematics beyond the first plane", "𝒜𝒷𝒸 𠀋"],
    ["composed and not", "e\u0301te\u0301"],
  ])("with names in %s, is written, read, found, moved and put back", async (_, name) => {
    const { store, root } = await openTestStore();
    const path = `${name}/${name}.txt`;
    await store.files.apply({ type: "write", path, text: `${name} parrot` }, CALLER);
    expect((await store.files.read(path, CALLER)).text).toBe(`${name} parrot`);
    expect((await store.files.read(path.normalize("NFD"), CALLER)).text).toBe(`${name} parrot`);
    expect((await store.files.find(name, CALLER)).total).toBeGreaterThan(0);
    expect((await store.files.search("parrot", 5, CALLER)).passages[0]?.path.normalize()).toBe(path.normalize());
    const moved = await store.files.apply({ type: "move", path, to: `${name} 2.txt` }, CALLER);
    expect(root.read(moved.movedTo ?? "")).toBe(`${name} parrot`);
    const [entry] = await store.journal.list();
    expect(await store.journal.undo(entry?.id ?? "")).toEqual({ type: "reverted" });
    expect((await store.files.read(path, CALLER)).text).toBe(`${name} parrot`);
  });
});

describe("a folder that was connected before a skill was there", () => {
  const old = { id: "1", name: "Disk", kind: "private", addedAt: 0 } as const;
  const openOld = async (access: WorkspaceRow["access"]) => {
    const { store } = await openTestStore();
    await store.database.putWorkspace({ ...old, access });
    const read = async () => (await store.listWorkspaces()).find(({ id }) => id === "1");
    return { store, read };
  };

  it("is read by it where the mode that looks things up may read, and never written", async () => {
    const { store, read } = await openOld({ assistant: "write", documents: "write" });
    expect(await read()).toMatchObject({
      access: { assistant: "write", documents: "write", plan: "read", code: "read" },
      inherited: ["plan", "code"],
    });
    expect((await store.workspaces.listGrants())?.get("code")).toBe("read");
    const caller = { ...CALLER, skill: "code" };
    const write = { type: "write", path: "Disk/a.txt", text: "new" } as const;
    await expect(store.files.apply(write, caller)).rejects.toThrow(/may be read here, not changed/);
  });

  it("stays closed to it where that mode may not read, and once the user has chosen", async () => {
    expect((await (await openOld({ documents: "write" })).read())?.access).toEqual({ documents: "write" });
    const { store, read } = await openOld({ assistant: "read" });
    await store.workspaces.change("1", { access: { assistant: "read" } });
    const chosen = await read();
    expect(chosen?.access).toEqual({ assistant: "read" });
    expect(chosen?.inherited).toBeUndefined();
  });

  it("has nobody let in to a new folder by that", async () => {
    const { store } = await openTestStore();
    const { id } = await store.add("New", { assistant: "read" }, undefined);
    expect((await store.listWorkspaces()).find((each) => each.id === id)?.access).toEqual({ assistant: "read" });
  });
});
