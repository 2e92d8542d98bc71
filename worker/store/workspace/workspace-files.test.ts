import { describe, expect, it } from "vitest";
import { CALLER, openTestStore } from "./workspace-store.fixture.ts";

const READER = { ...CALLER, skill: "reader" };
const STRANGER = { ...CALLER, skill: "stranger" };
const MANUAL = { ...CALLER, skill: "by hand" };

describe("a picture of text", () => {
  const scans = [{ page: 1, turns: 1, boxes: [10, 20, 30, 40, 50, 60, 70, 80] }];
  const read = { type: "text", text: "Warranty until 2031", scans } as const;

  it("has no text until the page has read it; then it is found and read for as long as it stays as it is", async () => {
    const { store, root, id, time } = await openTestStore();
    await root.put("ticket.png", "pixels");
    await root.put("note.txt", "The ticket is lost.");
    expect(await store.readText(id, "ticket.png")).toEqual({ type: "unreadable", reason: "no-text" });
    await expect(store.files.read("ticket.png", CALLER)).rejects.toThrow(/read by OCR/);
    expect((await store.files.search("warranty", 3, CALLER)).passages).toEqual([]);

    await store.keepText(id, "ticket.png", read);
    const find = async () => (await store.files.search("warranty", 3, CALLER)).passages;
    expect(await find()).toMatchObject([{ path: "ticket.png", text: "Warranty until 2031" }]);
    expect(await store.readText(id, "ticket.png")).toEqual(read);
    expect((await store.files.read("ticket.png", CALLER)).text).toBe("Warranty until 2031");
    // A further look at the folder leaves it.
    time.now += 1;
    await root.put("other.txt", "more");
    expect(await find()).toHaveLength(1);

    time.now += 1;
    await root.put("ticket.png", "other pixels");
    expect(await find()).toEqual([]);
    expect(await store.readText(id, "ticket.png")).toEqual({ type: "unreadable", reason: "no-text" });
  });

  it("goes with its folder, and takes no text that was not read", async () => {
    const { store, root, id } = await openTestStore();
    await root.put("ticket.png", "pixels");
    await store.keepText(id, "ticket.png", { type: "unreadable", reason: "no-text" });
    expect(await store.readText(id, "ticket.png")).toEqual({ type: "unreadable", reason: "no-text" });
    await store.keepText(id, "ticket.png", read);
    await store.workspaces.remove(id);
    const kept = await store.database.work((database) => database.getAllKeys("texts"));
    expect(kept).toEqual([]);
  });
});

describe("the files of a folder", () => {
  it("are listed, folders first, without hidden ones", async () => {
    const { store, root } = await openTestStore();
    await root.put("b.txt", "b");
    await root.put("home/lease.md", "x");
    await root.put(".git/config", "x");
    expect((await store.files.list("", CALLER)).entries.map(({ path }) => path)).toEqual(["home", "b.txt"]);
    expect((await store.files.list("home", CALLER)).entries.map(({ path }) => path)).toEqual(["home/lease.md"]);
    expect((await store.files.list("papers/home", CALLER)).total).toBe(1);
  });

  it("are found by parts of their names, by endings and in any case", async () => {
    const { store, root } = await openTestStore();
    for (const path of ["bank/June.csv", "bank/July.csv", "letters/Größe.txt"]) await root.put(path, "x");
    const find = async (name: string) => (await store.files.find(name, CALLER)).entries.map(({ path }) => path);
    expect(await find("*.CSV")).toEqual(["bank/July.csv", "bank/June.csv"]);
    expect(await find("bank june")).toEqual(["bank/June.csv"]);
    expect(await find("grosse")).toEqual([]);
    expect(await find("große")).toEqual(["letters/Größe.txt"]);
    expect(await find("*".repeat(40))).toHaveLength(3);
    expect(await find("j?ly.csv")).toEqual(["bank/July.csv"]);
    expect(await find("*bank/*u*.csv")).toEqual(["bank/July.csv", "bank/June.csv"]);
    expect(await find("*ju*ju*.csv")).toEqual([]);
    expect(await find("?uly")).toEqual([]);
    // A pattern with backtracking takes minutes for it.
    await root.put(`${"a".repeat(1_200)}.txt`, "x");
    expect(await find("*a*a*a*a*a*b")).toEqual([]);
  });

  it("are read by their path, in another case or Unicode form, or by their name alone", async () => {
    const { store, root } = await openTestStore();
    await root.put("home/Caf\u00e9.txt", "menu");
    for (const path of ["home/Caf\u00e9.txt", "HOME/cafe\u0301.TXT", "Café.txt", "café", "Papers/home/Café.txt"]) {
      expect(await store.files.read(path, CALLER)).toEqual({ path: "home/Café.txt", text: "menu" });
    }
    await root.put("other/Café.txt", "second");
    await expect(store.files.read("Café.txt", CALLER)).rejects.toThrow(/no such file/);
  });

  it("of two that differ in case alone, the one with exactly that name is meant", async () => {
    const { store, root } = await openTestStore();
    await root.put("a.txt", "small");
    await root.put("A.txt", "large");
    expect((await store.files.read("A.txt", CALLER)).text).toBe("large");
    expect((await store.files.read("a.txt", CALLER)).text).toBe("small");
  });

  it("that a link leads to lie elsewhere: they are neither read nor written", async () => {
    const { store, root } = await openTestStore();
    const file = await root.put("link.txt", "secret");
    file.isElsewhere = true;
    const folder = await root.getDirectoryHandle("linked", { create: true });
    await folder.put("x.txt", "secret");
    folder.isElsewhere = true;
    for (const path of ["link.txt", "linked/x.txt"]) {
      await expect(store.files.read(path, CALLER)).rejects.toThrow(/out of the folder/);
      await expect(store.files.apply({ type: "write", path, text: "" }, CALLER)).rejects.toThrow(/out of the folder/);
      await expect(store.files.apply({ type: "delete", path }, CALLER)).rejects.toThrow(/out of the folder/);
    }
    expect(root.read("link.txt")).toBe("secret");
  });

  it("that are read are noted for the user", async () => {
    const { store, root, id } = await openTestStore();
    await root.put("a.txt", "words");
    await store.files.read("a.txt", CALLER);
    expect(await store.database.listReadings()).toEqual([
      { workspaceId: id, path: "a.txt", at: 1000, conversationId: "conversation-1" },
    ]);
  });
});

describe("a folder is granted skill by skill", () => {
  it("to read, but not to write", async () => {
    const { store, root } = await openTestStore();
    await root.put("a.txt", "words");
    expect((await store.files.read("a.txt", READER)).text).toBe("words");
    for (const change of [
      { type: "write", path: "b.txt", text: "x" },
      { type: "delete", path: "a.txt" },
    ] as const) {
      await expect(store.files.plan(change, READER)).rejects.toThrow(/not changed/);
      await expect(store.files.apply(change, READER)).rejects.toThrow(/not changed/);
    }
    expect([...root.children.keys()]).toEqual(["a.txt"]);
  });

  it("a skill that was not granted does not learn that it is there", async () => {
    const { store, root } = await openTestStore();
    await root.put("a.txt", "words");
    expect(await store.files.list("", STRANGER)).toEqual({ entries: [], total: 0 });
    await expect(store.files.read("a.txt", STRANGER)).rejects.toThrow(/no such file/);
    await expect(store.files.search("words", 3, STRANGER)).rejects.toThrow();
    await expect(store.files.find("a", STRANGER)).rejects.toThrow();
    expect((await store.files.read("a.txt", MANUAL)).text).toBe("words");
  });

  it("a grant ends at once when it is taken back", async () => {
    const { store, root, id } = await openTestStore();
    await root.put("a.txt", "words");
    await store.workspaces.change(id, { access: {} });
    await expect(store.files.read("a.txt", CALLER)).rejects.toThrow();
  });

  it("of several folders, paths begin with the name of one", async () => {
    const { store, root, folders } = await openTestStore();
    const other = await store.add("papers", { documents: "read" }, undefined);
    expect(other.name).toBe("papers 2");
    await root.put("a.txt", "first");
    await folders.get(other.id)?.put("a.txt", "second");
    expect((await store.files.list("", CALLER)).entries.map(({ path }) => path)).toEqual(["Papers", "papers 2"]);
    expect(await store.files.read("papers 2/a.txt", CALLER)).toEqual({ path: "papers 2/a.txt", text: "second" });
    await expect(store.files.read("a.txt", CALLER)).rejects.toThrow(/Papers, papers 2/);
    expect(await store.locate("papers 2/a.txt")).toEqual({ workspaceId: other.id, path: "a.txt" });
    const move = { type: "move", path: "Papers/a.txt", to: "papers 2/b.txt" } as const;
    await expect(store.files.apply(move, CALLER)).rejects.toThrow();
  });
});

describe("a search", () => {
  it("finds the passage, with a typing slip too, and says where in the file it is", async () => {
    const { store, root } = await openTestStore();
    await root.put(
      "lease.md",
      `${"The rooms are on the second floor. ".repeat(30)}\n\nPets are allowed with consent.\n`,
    );
    await root.put("recipe.md", "Bake the bread for forty minutes.");
    const [found] = (await store.files.search("pets alowed", 3, CALLER)).passages;
    expect(found).toMatchObject({ path: "lease.md" });
    expect(found?.text).toContain("Pets are allowed with consent.");
    const { text } = await store.files.read("lease.md", CALLER);
    expect(text.slice(found?.start, found?.end)).toBe(found?.text);
  });

  it("notices files that were changed, added and deleted", async () => {
    const { store, root, time } = await openTestStore();
    await root.put("a.txt", "apples");
    const search = async (words: string) =>
      (await store.files.search(words, 3, CALLER)).passages.map(({ path }) => path);
    expect(await search("apples")).toEqual(["a.txt"]);
    time.now += 1;
    await root.put("a.txt", "melons");
    await root.put("b.txt", "apples");
    expect(await search("apples")).toEqual(["b.txt"]);
    expect(await search("melons")).toEqual(["a.txt"]);
    await root.removeEntry("b.txt");
    expect(await search("apples")).toEqual([]);
    for (let round = 0; round < 20; round += 1) {
      time.now += 1;
      await root.put("a.txt", `round ${round} cherries`);
      expect(await search("cherries")).toEqual(["a.txt"]);
    }
    expect(await search("melons")).toEqual([]);
  });

  it("says on which page of a document a passage is, and no passage spans two", async () => {
    const { store, root } = await openTestStore();
    await root.put("letter.txt", "The garage.\n\f\nThe parking space costs 55 euros.\n\f\n\f\nThe cellar is dry.");
    await root.put("note.txt", "parking is free");
    const [first, second] = (await store.files.search("parking space", 3, CALLER)).passages;
    expect(first).toMatchObject({ page: 2, text: "The parking space costs 55 euros." });
    expect(second).not.toHaveProperty("page");
    expect((await store.files.search("cellar dry", 1, CALLER)).passages[0]).toMatchObject({ page: 4 });
    expect((await store.files.read("letter.txt", CALLER)).text).not.toContain("\f");
  });

  it("looks for words in names, and into no file that is not text", async () => {
    const { store, root } = await openTestStore();
    await root.put("warranty-fridge.txt", "two years");
    await root.put("picture.png", "warranty");
    await root.put("broken.docx", "warranty");
    expect((await store.files.search("warranty fridge", 3, CALLER)).passages.map(({ path }) => path)).toEqual([
      "warranty-fridge.txt",
    ]);
  });
});

describe("files that are put in", () => {
  it("keep what is there, and come out again as a ZIP", async () => {
    const { store, id, root } = await openTestStore();
    await root.put("plan.md", "old");
    const file = new Blob(["new"]);
    const imported = await store.import(id, [
      { path: "plan.md", file },
      { path: "deep/down/x.txt", file },
      { path: "../out.txt", file },
    ]);
    expect(imported).toEqual({ imported: 2, refused: ["../out.txt"] });
    expect(root.read("plan.md")).toBe("old");
    expect(root.read("plan (2).md")).toBe("new");
    expect(root.read("deep/down/x.txt")).toBe("new");
    const zip = new Uint8Array(await (await store.export(id)).arrayBuffer());
    expect(new TextDecoder().decode(zip)).toContain("deep/down/x.txt");
  });

  it("are deleted with their private folder", async () => {
    const { store, id, folders } = await openTestStore();
    await store.workspaces.remove(id);
    expect(folders.size).toBe(0);
    expect(await store.workspaces.list()).toEqual([]);
  });
});
