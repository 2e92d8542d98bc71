import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MemoryDraft, MemoryRecord } from "../protocol/memory.ts";
import type { AssistantMessage, Conversation, UserMessage } from "../protocol/message.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import { DEFAULT_SETTINGS } from "../protocol/settings.ts";
import { parseArchive, toArchive } from "./archive.ts";
import type { ArchiveContents } from "./archive-shape.ts";
import type { RunHeader } from "./run-store.ts";
import type { StoreClock, Stores } from "./stores.ts";

const DAY = 24 * 3_600_000;

/** A clock that moves only when told to, and counts its ids. */
export interface TestClock extends StoreClock {
  time: number;
}

export function createTestClock(): TestClock {
  let ids = 0;
  return {
    time: 1_000_000,
    now() {
      return this.time;
    },
    newId() {
      ids += 1;
      return `id-${ids}`;
    },
  };
}

export function createConversation(id: string, change: Partial<Conversation> = {}): Conversation {
  return { id, title: `About ${id}`, createdAt: 1000, updatedAt: 1000, headId: null, ...change };
}

export function createUserMessage(id: string, conversationId: string, text = `Text of ${id}`): UserMessage {
  return { role: "user", id, conversationId, parentId: null, createdAt: 1000, sequence: 0, text };
}

export function createAnswer(id: string, conversationId: string, parentId: string): AssistantMessage {
  return {
    role: "assistant",
    id,
    conversationId,
    parentId,
    createdAt: 1001,
    sequence: 0,
    runId: `run-${id}`,
    state: "running",
    turns: [],
  };
}

export function createHeader(id: string, conversationId: string, startedAt = 1000): RunHeader {
  return {
    id,
    conversationId,
    startedAt,
    question: "What is it?",
    reason: "answered",
    turns: 1,
    calls: 0,
    durationMs: 5,
    version: 1,
  };
}

export function createDraft(text: string, change: Partial<MemoryDraft> = {}): MemoryDraft {
  return { namespace: "notes", text, source: { type: "user" }, ...change };
}

const turnStart = (turn: number): RunEvent => ({ type: "turn-start", at: turn * 10, turn });

/** What every implementation of the stores must do. `open` gives fresh, empty stores. */
export function describeStores(name: string, open: (clock: TestClock) => Promise<Stores>): void {
  describe(name, () => {
    let stores: Stores;
    let clock: TestClock;

    beforeEach(async () => {
      clock = createTestClock();
      stores = await open(clock);
    });

    afterEach(() => stores.close());

    describe("conversations", () => {
      it("gives back a saved turn as it was", async () => {
        const conversation = createConversation("c", { headId: "a", systemPrompt: "Be brief." });
        const question = createUserMessage("q", "c", "naïve 中文 🙂 \ud800");
        const saved = await stores.conversations.saveTurn({
          conversation,
          messages: [question, createAnswer("a", "c", "q")],
        });
        expect(saved.messages.map((message) => message.sequence)).toEqual([0, 1]);
        expect(await stores.conversations.read("c")).toEqual(conversation);
        expect(await stores.conversations.messages("c")).toEqual(saved.messages);
        expect(await stores.conversations.readMessage("q")).toEqual({ ...question, sequence: 0 });
      });

      it("numbers messages over several turns and keeps the number of one that changes", async () => {
        const conversation = createConversation("c");
        await stores.conversations.saveTurn({ conversation, messages: [createUserMessage("q1", "c")] });
        await stores.conversations.saveTurn({ conversation, messages: [createAnswer("a1", "c", "q1")] });
        const answer: AssistantMessage = { ...createAnswer("a1", "c", "q1"), state: "complete" };
        await stores.conversations.saveTurn({ conversation, messages: [answer, createUserMessage("q2", "c")] });
        const messages = await stores.conversations.messages("c");
        expect(messages.map(({ id, sequence }) => [id, sequence])).toEqual([
          ["q1", 0],
          ["a1", 1],
          ["q2", 2],
        ]);
        expect(messages[1]).toMatchObject({ state: "complete" });
      });

      it("reads only the newest messages when asked to, in order", async () => {
        const messages = ["q0", "q1", "q2", "q3"].map((id) => createUserMessage(id, "c"));
        await stores.conversations.saveTurn({ conversation: createConversation("c"), messages });
        expect((await stores.conversations.messages("c", 2)).map(({ id }) => id)).toEqual(["q2", "q3"]);
        expect(await stores.conversations.messages("c", 0)).toEqual([]);
        expect(await stores.conversations.messages("c", 9)).toHaveLength(4);
      });

      it("keeps a title that was set between two turns", async () => {
        const conversation = createConversation("c");
        await stores.conversations.saveTurn({ conversation, messages: [] });
        await stores.conversations.update("c", { title: "Renamed" }, 2000);
        await stores.conversations.saveTurn({ conversation: { ...conversation, headId: "q" }, messages: [] });
        expect(await stores.conversations.read("c")).toMatchObject({ title: "Renamed", headId: "q", updatedAt: 2000 });
      });

      it("lists pinned conversations first, then the newest", async () => {
        for (const [id, updatedAt] of [
          ["old", 1],
          ["new", 3],
          ["middle", 2],
        ] as const) {
          await stores.conversations.saveTurn({ conversation: createConversation(id, { updatedAt }), messages: [] });
        }
        await stores.conversations.update("old", { pinned: true }, 1);
        expect((await stores.conversations.list()).map(({ id }) => id)).toEqual(["old", "new", "middle"]);
      });

      it("removes a question with its answer and its run, and puts the head before it", async () => {
        const answers = ["one", "two"].map((id) => createAnswer(`a-${id}`, "c", `q-${id}`));
        const [first, second] = answers;
        if (first === undefined || second === undefined) throw new Error("no answers");
        const later = { ...createUserMessage("q-two", "c"), parentId: first.id };
        await stores.conversations.saveTurn({
          conversation: createConversation("c", { headId: second.id }),
          messages: [createUserMessage("q-one", "c"), first, later, second],
        });
        await stores.runs.append(createHeader(second.runId, "c"), []);
        expect(await stores.conversations.removeMessage("q-two")).toMatchObject({ headId: first.id });
        expect((await stores.conversations.messages("c")).map(({ id }) => id)).toEqual(["q-one", "a-one"]);
        expect(await stores.runs.read(second.runId)).toBeNull();
        expect(await stores.conversations.removeMessage("q-two")).toBeNull();
      });

      it("deletes a conversation with its messages and runs and leaves the others alone", async () => {
        for (const id of ["gone", "kept"]) {
          const messages = [createUserMessage(`q-${id}`, id)];
          await stores.conversations.saveTurn({ conversation: createConversation(id), messages });
          await stores.runs.append(createHeader(`r-${id}`, id), [turnStart(1)]);
        }
        await stores.conversations.delete("gone");
        expect(await stores.conversations.read("gone")).toBeNull();
        expect(await stores.conversations.messages("gone")).toEqual([]);
        expect(await stores.conversations.readMessage("q-gone")).toBeNull();
        expect(await stores.runs.read("r-gone")).toBeNull();
        expect(await stores.conversations.messages("kept")).toHaveLength(1);
        expect((await stores.runs.read("r-kept"))?.events).toHaveLength(1);
      });

      it("finds the answers that a memory was used in", async () => {
        const outcome = { type: "success", content: [], memoryIds: ["m1", "m2"] } as const;
        const turn = {
          raw: "",
          text: "",
          reasoning: "",
          calls: [{ call: { id: "1", name: "memory_search", arguments: {} }, outcome }],
          broken: [],
        };
        const answer: AssistantMessage = { ...createAnswer("a", "c", "q"), turns: [turn] };
        const messages = [createUserMessage("q", "c"), answer, createAnswer("b", "c", "q")];
        await stores.conversations.saveTurn({ conversation: createConversation("c"), messages });
        expect((await stores.conversations.findUses("m2")).map(({ id }) => id)).toEqual(["a"]);
        expect(await stores.conversations.findUses("m3")).toEqual([]);
      });

      it("answers null for what does not exist", async () => {
        expect(await stores.conversations.read("none")).toBeNull();
        expect(await stores.conversations.readMessage("none")).toBeNull();
        expect(await stores.conversations.update("none", { title: "x" }, 1)).toBeNull();
        await expect(stores.conversations.delete("none")).resolves.toBeUndefined();
      });

      it("does not share objects with its caller", async () => {
        const turns: AssistantMessage["turns"] = [];
        const answer = { ...createAnswer("a", "c", "q"), turns };
        await stores.conversations.saveTurn({ conversation: createConversation("c"), messages: [answer] });
        Reflect.set(turns, "0", "scribble");
        expect(await stores.conversations.messages("c")).toMatchObject([{ turns: [] }]);
      });
    });

    describe("runs", () => {
      it("puts a log's batches together in order", async () => {
        await stores.runs.append(createHeader("r", "c"), [turnStart(1), turnStart(2)]);
        await stores.runs.append({ ...createHeader("r", "c"), turns: 3 }, [turnStart(3)]);
        const run = await stores.runs.read("r");
        expect(run?.events).toEqual([turnStart(1), turnStart(2), turnStart(3)]);
        expect(run?.turns).toBe(3);
      });

      it("lists summaries, newest first, of all conversations or of one", async () => {
        await stores.runs.append(createHeader("r1", "c1", 10), [turnStart(1)]);
        await stores.runs.append(createHeader("r2", "c2", 30), []);
        await stores.runs.append(createHeader("r3", "c1", 20), []);
        expect((await stores.runs.list()).map(({ id }) => id)).toEqual(["r2", "r3", "r1"]);
        expect((await stores.runs.list("c1")).map(({ id }) => id)).toEqual(["r3", "r1"]);
        expect(await stores.runs.list("none")).toEqual([]);
      });
    });

    describe("settings", () => {
      it("starts from the defaults and keeps changes", async () => {
        expect(await stores.settings.read()).toEqual(DEFAULT_SETTINGS);
        const changed = { ...DEFAULT_SETTINGS, theme: "dark", maxTurns: 3 };
        expect(await stores.settings.update({ theme: "dark" })).toEqual({ ...DEFAULT_SETTINGS, theme: "dark" });
        expect(await stores.settings.update({ maxTurns: 3 })).toEqual(changed);
        expect(await stores.settings.read()).toEqual(changed);
      });
    });

    describe("memories", () => {
      it("keeps a note with everything it was given", async () => {
        const draft = createDraft("The cat is called Momo.", {
          tags: ["cat", "name", "cat"],
          source: { type: "tool", conversationId: "c", messageId: "m" },
          expiresAt: 2_000_000,
          pinned: true,
          untrusted: true,
        });
        const write = await stores.memories.write(draft);
        expect(write.type).toBe("created");
        expect(await stores.memories.read(write.record.id)).toEqual({
          ...draft,
          id: write.record.id,
          tags: ["cat", "name"],
          createdAt: 1_000_000,
          updatedAt: 1_000_000,
        });
      });

      it("stores the same note once, spaces and letter composition aside", async () => {
        const first = await stores.memories.write(createDraft("Caf\u00e9  at noon "));
        const second = await stores.memories.write(createDraft("Cafe\u0301 at noon"));
        expect(second).toEqual({ type: "unchanged", record: first.record });
        expect((await stores.readEverything()).memories.length).toBe(1);
        expect((await stores.memories.write(createDraft("Caf\u00e9 at noon", { namespace: "work" }))).type).toBe(
          "created",
        );
      });

      it("adds the tags of a repeated note to those it has", async () => {
        await stores.memories.write(createDraft("Milk is out", { tags: ["home"] }));
        clock.time = 1_000_500;
        const again = await stores.memories.write(createDraft("Milk is out", { tags: ["shop"] }));
        expect(again.type).toBe("updated");
        expect(again.record).toMatchObject({ tags: ["home", "shop"], createdAt: 1_000_000, updatedAt: 1_000_500 });
      });

      it("replaces a note by its id", async () => {
        const { record } = await stores.memories.write(createDraft("Blue", { id: "colour" }));
        clock.time = 1_000_500;
        const write = await stores.memories.write(createDraft("Green", { id: "colour", tags: ["new"] }));
        expect(write).toEqual({
          type: "updated",
          record: { ...record, text: "Green", tags: ["new"], updatedAt: 1_000_500 },
          before: record,
        });
        expect((await stores.readEverything()).memories.length).toBe(1);
      });

      it("keeps a note untrusted until its owner repeats it", async () => {
        await stores.memories.write(createDraft("Send it to Eve", { untrusted: true, source: { type: "web" } }));
        const byTool = await stores.memories.write(createDraft("Send it to Eve", { source: { type: "tool" } }));
        expect(byTool.record.untrusted).toBe(true);
        const byOwner = await stores.memories.write(createDraft("Send it to Eve"));
        expect(byOwner.record.untrusted).toBeUndefined();
      });

      it("trusts no note that an untrusted draft changed, if only by a tag", async () => {
        const { record } = await stores.memories.write(createDraft("Tea at four", { tags: ["tea"] }));
        const same = createDraft("Tea at four", { tags: ["tea"], untrusted: true, source: { type: "tool" } });
        expect(await stores.memories.write(same)).toEqual({ type: "unchanged", record });
        const tagged = await stores.memories.write({ ...same, tags: ["obey the file"] });
        expect(tagged).toMatchObject({ type: "updated", record: { tags: ["tea", "obey the file"], untrusted: true } });
        expect(await stores.memories.read(record.id)).toMatchObject({ untrusted: true });
      });

      it("finds notes by their words and by the beginning of a word", async () => {
        await stores.memories.write(createDraft("The capital of Austria is Vienna", { tags: ["travel"] }));
        await stores.memories.write(createDraft("Buy coffee and bread"));
        const texts = async (text: string) =>
          (await stores.memories.search({ text, limit: 5 })).map(({ record }) => record.text);
        expect(await texts("vienna")).toEqual(["The capital of Austria is Vienna"]);
        expect(await texts("Austri")).toEqual(["The capital of Austria is Vienna"]);
        expect(await texts("travel")).toEqual(["The capital of Austria is Vienna"]);
        expect(await texts("zebra")).toEqual([]);
      });

      it("searches inside a namespace and among tags", async () => {
        await stores.memories.write(createDraft("alpha one", { namespace: "project:metal", tags: ["x", "y"] }));
        await stores.memories.write(createDraft("alpha two", { tags: ["x"] }));
        const count = async (scope: { namespace?: string; tags?: string[] }) =>
          (await stores.memories.search({ text: "alpha", limit: 9, ...scope })).length;
        expect(await count({})).toBe(2);
        expect(await count({ namespace: "project:metal" })).toBe(1);
        expect(await count({ namespace: "project" })).toBe(0);
        expect(await count({ tags: ["x"] })).toBe(2);
        expect(await count({ tags: ["x", "y"] })).toBe(1);
        expect(await count({ namespace: "notes", tags: ["y"] })).toBe(0);
      });

      it("puts the newer of two equal matches first", async () => {
        await stores.memories.write(createDraft("lamp in room one"));
        clock.time += 1;
        await stores.memories.write(createDraft("lamp in room two"));
        const hits = await stores.memories.search({ text: "lamp", limit: 2 });
        expect(hits.map(({ record }) => record.text)).toEqual(["lamp in room two", "lamp in room one"]);
      });

      it("no longer finds a deleted note, and finds it again after an undo", async () => {
        const { record } = await stores.memories.write(createDraft("ephemeral thing", { tags: ["t"] }));
        expect(await stores.memories.delete(record.id)).toEqual(record);
        expect(await stores.memories.read(record.id)).toBeNull();
        expect(await stores.memories.search({ text: "ephemeral", limit: 5 })).toEqual([]);
        expect(await stores.memories.delete(record.id)).toBeNull();
        await stores.memories.restoreAll([record]);
        expect(await stores.memories.read(record.id)).toEqual(record);
        expect(await stores.memories.search({ text: "ephemeral", limit: 5 })).toHaveLength(1);
      });

      it("finds messages by their words, newest first, whatever their case and accents", async () => {
        const conversation = createConversation("c1");
        const answer = createAnswer("a1", "c1", "q1");
        const turn = { raw: "", text: "The F\u00e4hre leaves at eight.", reasoning: "ferry", calls: [], broken: [] };
        await stores.conversations.saveTurn({
          conversation,
          messages: [
            { ...createUserMessage("q1", "c1", "When does the fahre leave?"), createdAt: 1 },
            { ...answer, createdAt: 2, turns: [turn] },
            { ...createUserMessage("q2", "c1", "Thanks"), createdAt: 3 },
          ],
        });
        const find = async (text: string, limit = 9) =>
          (await stores.conversations.search(text, limit)).map(({ messageId }) => messageId);
        expect(await find("F\u00c4HRE")).toEqual(["a1", "q1"]);
        expect(await find("leave fahre when")).toEqual(["q1"]);
        expect(await find("fahre", 1)).toEqual(["a1"]);
        expect(await find("ferry")).toEqual([]);
        expect(await find("  ")).toEqual([]);
        const [hit] = await stores.conversations.search("eight", 1);
        expect(hit).toMatchObject({ conversationId: "c1", role: "assistant", excerpt: { match: "eight", after: "." } });
      });

      it("takes back what was written and finds again what was there before, all of it or nothing", async () => {
        const old = (await stores.memories.write(createDraft("pears", { id: "fruit" }))).record;
        const changed = await stores.memories.write(createDraft("plums", { id: "fruit" }));
        const made = await stores.memories.write(createDraft("ephemeral thing"));
        const edits = [
          { before: old, after: changed.record },
          { before: null, after: made.record },
        ];
        await stores.memories.change(made.record.id, { text: "kept by hand" });
        expect(await stores.memories.revert(edits)).toEqual({ type: "changed-since", memoryIds: [made.record.id] });
        expect((await stores.memories.read("fruit"))?.text).toBe("plums");

        await stores.memories.restoreAll([made.record]);
        await stores.memories.markUsed([made.record.id]);
        expect(await stores.memories.revert(edits)).toEqual({ type: "reverted", notes: 2 });
        expect(await stores.memories.read("fruit")).toEqual(old);
        expect(await stores.memories.read(made.record.id)).toBeNull();
        const count = async (text: string) => (await stores.memories.search({ text, limit: 5 })).length;
        expect([await count("pears"), await count("plums"), await count("ephemeral")]).toEqual([1, 0, 0]);
        expect(await stores.memories.revert(edits)).toEqual({ type: "reverted", notes: 0 });
      });

      it("does not find the words a changed note had before", async () => {
        const { record } = await stores.memories.write(createDraft("pears"));
        await stores.memories.change(record.id, { text: "plums", pinned: true });
        expect(await stores.memories.search({ text: "pears", limit: 5 })).toEqual([]);
        const [hit] = await stores.memories.search({ text: "plums", limit: 5 });
        expect(hit?.record).toMatchObject({ id: record.id, pinned: true });
        expect(await stores.memories.change("none", { text: "x" })).toBeNull();
      });

      it("never returns a note whose time is over", async () => {
        const { record } = await stores.memories.write(createDraft("parking until noon", { expiresAt: 1_000_100 }));
        expect(await stores.memories.search({ text: "parking", limit: 5 })).toHaveLength(1);
        clock.time = 1_000_100;
        expect(await stores.memories.read(record.id)).toBeNull();
        expect(await stores.memories.search({ text: "parking", limit: 5 })).toEqual([]);
        expect(await stores.memories.list()).toEqual([]);
      });

      it("takes a time limit away by hand", async () => {
        const { record } = await stores.memories.write(createDraft("keep me", { expiresAt: 1_000_100 }));
        const changed = await stores.memories.change(record.id, { expiresAt: null });
        expect(changed).not.toHaveProperty("expiresAt");
        clock.time = 9_000_000;
        expect(await stores.memories.read(record.id)).not.toBeNull();
      });

      it("lists pinned notes first, then the newest", async () => {
        for (const text of ["first", "second", "third"]) {
          await stores.memories.write(createDraft(text, { id: text }));
          clock.time += 1;
        }
        await stores.memories.change("first", { pinned: true });
        expect((await stores.memories.list()).map(({ record }) => record.id)).toEqual(["first", "third", "second"]);
        expect(await stores.memories.list({ limit: 1 })).toHaveLength(1);
      });

      it("notes when records were used", async () => {
        const { record } = await stores.memories.write(createDraft("used note"));
        clock.time = 1_000_700;
        await stores.memories.markUsed([record.id, "unknown"]);
        expect(await stores.memories.read(record.id)).toMatchObject({ usedAt: 1_000_700, updatedAt: 1_000_000 });
        expect(await stores.memories.search({ text: "used", limit: 5 })).toHaveLength(1);
      });

      it("lists the namespaces and tags in use", async () => {
        await stores.memories.write(createDraft("one", { tags: ["x", "y"] }));
        await stores.memories.write(createDraft("two", { namespace: "work", tags: ["x"] }));
        const { namespaces, tags } = await stores.memories.listScopes();
        expect([...namespaces].sort()).toEqual([
          ["notes", 1],
          ["work", 1],
        ]);
        expect([...tags].sort()).toEqual([
          ["x", 2],
          ["y", 1],
        ]);
      });

      it("keeps that words were pasted into a note, alone or among several", async () => {
        const { record } = await stores.memories.write(createDraft("my own"));
        expect(await stores.memories.change(record.id, { text: "pasted", untrusted: true })).toMatchObject({
          untrusted: true,
        });
        const others = [
          await stores.memories.write(createDraft("one")),
          await stores.memories.write(createDraft("two")),
        ];
        const ids = others.map((other) => other.record.id);
        const merge = await stores.memories.merge(ids, { text: "one, two and pasted", untrusted: true });
        expect(merge?.record).toMatchObject({ untrusted: true });
      });

      it("makes one note of several, and brings them back", async () => {
        const first = await stores.memories.write(createDraft("tea at four", { tags: ["tea"], pinned: true }));
        const second = await stores.memories.write(createDraft("tea at 16:00", { tags: ["time"], untrusted: true }));
        const ids = [first.record.id, second.record.id];
        clock.time += 10;
        const merge = await stores.memories.merge(ids, { text: "tea at four o'clock" });
        expect(merge?.record).toMatchObject({
          id: first.record.id,
          text: "tea at four o'clock",
          tags: ["tea", "time"],
          pinned: true,
          untrusted: true,
          updatedAt: 1_000_010,
        });
        expect((await stores.readEverything()).memories.length).toBe(1);
        expect(await stores.memories.search({ text: "16", limit: 5 })).toEqual([]);
        await stores.memories.restoreAll(merge?.before ?? []);
        expect(await stores.memories.read(first.record.id)).toEqual(first.record);
        expect(await stores.memories.read(second.record.id)).toEqual(second.record);
        expect(await stores.memories.merge([first.record.id, "none"], { text: "x" })).toBeNull();
        expect((await stores.readEverything()).memories.length).toBe(2);
      });

      it("deletes notes whose time was over a day ago too", async () => {
        await stores.memories.write(createDraft("soon over", { expiresAt: 1_000_100 }));
        await stores.memories.write(createDraft("later over", { expiresAt: 1_000_200 }));
        await stores.memories.write(createDraft("never over"));
        expect(await stores.memories.deleteExpired()).toBe(0);
        clock.time = 1_000_100;
        expect(await stores.memories.deleteExpired()).toBe(0);
        expect(await stores.memories.list()).toHaveLength(2);
        clock.time += DAY;
        expect(await stores.memories.deleteExpired()).toBe(0);
        clock.time += DAY;
        expect(await stores.memories.deleteExpired()).toBe(2);
        expect((await stores.readEverything()).memories.length).toBe(1);
      });

      it("deletes nothing by a clock that was wrong for a while", async () => {
        await stores.memories.write(createDraft("parking until noon", { expiresAt: 1_000_100 }));
        await stores.memories.deleteExpired();
        clock.time = 1_000_000 + 3650 * DAY;
        expect(await stores.memories.deleteExpired()).toBe(0);
        expect(await stores.memories.deleteExpired()).toBe(0);
        clock.time = 1_000_050;
        expect(await stores.memories.deleteExpired()).toBe(0);
        expect(await stores.memories.search({ text: "parking", limit: 5 })).toHaveLength(1);
      });

      it("shows a note again that is said again after its time was over", async () => {
        const { record } = await stores.memories.write(createDraft("parking until noon", { expiresAt: 1_000_100 }));
        clock.time = 1_000_200;
        const again = await stores.memories.write(createDraft("parking until noon"));
        expect(again).toMatchObject({ type: "updated", before: record });
        expect(await stores.memories.search({ text: "parking", limit: 5 })).toHaveLength(1);
      });

      it("takes tags and namespaces named like members of every object", async () => {
        const draft = createDraft("odd constructor names", { namespace: "__proto__", tags: ["toString", "__proto__"] });
        await stores.memories.write(draft);
        const query = { text: "constructor", namespace: "__proto__", tags: ["toString"], limit: 5 };
        expect(await stores.memories.search(query)).toHaveLength(1);
        expect(await stores.memories.search({ ...query, tags: ["valueOf"] })).toEqual([]);
      });
    });

    describe("the key of a model server", () => {
      const key = { origin: "https://a.example", key: "sk-secret" };

      it("comes back until it is forgotten, and is in nothing that is read as a whole", async () => {
        expect(await stores.serverKey.read()).toBeNull();
        await stores.serverKey.write(key);
        expect(await stores.serverKey.read()).toEqual(key);
        expect(JSON.stringify(await stores.readEverything())).not.toContain("sk-secret");
        await stores.serverKey.write(null);
        expect(await stores.serverKey.read()).toBeNull();
      });

      it("goes with everything", async () => {
        await stores.serverKey.write(key);
        await stores.deleteEverything();
        expect(await stores.serverKey.read()).toBeNull();
      });
    });

    describe("sign-ins", () => {
      it("are kept by server, and are in nothing that is read as a whole", async () => {
        expect(await stores.signIns.read()).toEqual({});
        await stores.signIns.write("parts", { token: "tk-secret" });
        await stores.signIns.write("bank", { token: "tk-other" });
        expect(await stores.signIns.read()).toEqual({ parts: { token: "tk-secret" }, bank: { token: "tk-other" } });
        expect(JSON.stringify(await stores.readEverything())).not.toMatch(/tk-/);
        await stores.signIns.write("bank", null);
        expect(await stores.signIns.read()).toEqual({ parts: { token: "tk-secret" } });
      });

      it("stay when a file is added, and end when one takes the place of everything", async () => {
        await stores.signIns.write("parts", { token: "tk-secret" });
        const contents = await stores.readEverything();
        await stores.importEverything(contents, "merge");
        expect(await stores.signIns.read()).toEqual({ parts: { token: "tk-secret" } });
        await stores.importEverything(contents, "replace");
        expect(await stores.signIns.read()).toEqual({});
      });

      it("go with everything", async () => {
        await stores.signIns.write("parts", { token: "tk-secret" });
        await stores.deleteEverything();
        expect(await stores.signIns.read()).toEqual({});
      });
    });

    describe("export and import", () => {
      const fill = async (): Promise<void> => {
        const messages = [createUserMessage("q", "c", "line\u2028 and \ud800"), createAnswer("a", "c", "q")];
        await stores.conversations.saveTurn({ conversation: createConversation("c", { headId: "a" }), messages });
        await stores.runs.append(createHeader("run-a", "c"), [turnStart(1)]);
        await stores.runs.append(createHeader("run-a", "c"), [turnStart(2)]);
        await stores.memories.write(createDraft("exported note", { id: "m", tags: ["x"] }));
        await stores.settings.update({ theme: "dark" });
      };
      const exportNow = async (): Promise<ArchiveContents> => {
        const parsed = parseArchive(await toArchive(await stores.readEverything(), clock.now()).text());
        if (!parsed.ok) throw new Error(parsed.reason);
        return parsed.contents;
      };

      it("brings everything back as it was", async () => {
        await fill();
        const before = await stores.readEverything();
        const archive = await exportNow();
        expect(archive).toEqual(before);
        await stores.deleteEverything();
        await stores.importEverything(archive, "replace");
        expect(await stores.readEverything()).toEqual(before);
        expect(await stores.memories.search({ text: "exported", limit: 5 })).toHaveLength(1);
        expect((await stores.runs.read("run-a"))?.events).toEqual([turnStart(1), turnStart(2)]);
      });

      it("says beforehand what an import will do, and does that", async () => {
        await fill();
        const archive = await exportNow();
        await stores.memories.write(createDraft("only here", { id: "mine" }));
        await stores.conversations.delete("c");
        const preview = await stores.previewImport(archive, "replace");
        expect(preview.counts.conversations).toEqual({ added: 1, changed: 0, unchanged: 0, removed: 0 });
        expect(preview.counts.messages).toEqual({ added: 2, changed: 0, unchanged: 0, removed: 0 });
        expect(preview.counts.memories).toEqual({ added: 0, changed: 0, unchanged: 1, removed: 1 });
        expect((await stores.readEverything()).memories.length).toBe(2);
        expect(await stores.importEverything(archive, "replace")).toEqual(preview);
        expect(await stores.readEverything()).toEqual(archive);
        expect(await stores.memories.search({ text: "only", limit: 5 })).toEqual([]);
      });

      it("merges without losing or doubling anything", async () => {
        await fill();
        const archive = await exportNow();
        clock.time += 10;
        await stores.memories.write(createDraft("changed since", { id: "m" }));
        await stores.memories.write(createDraft("only here", { id: "mine" }));
        const messages = [createUserMessage("q2", "c")];
        const conversation = createConversation("c", { headId: "q2", updatedAt: 5000 });
        await stores.conversations.saveTurn({ conversation, messages });
        const finished: AssistantMessage = { ...createAnswer("a", "c", "q"), sequence: 1, state: "complete" };
        const other = {
          ...archive,
          messages: [
            ...archive.messages.filter(({ id }) => id !== "a"),
            finished,
            { ...createUserMessage("q3", "c"), sequence: 2 },
          ],
          memories: [...archive.memories, { ...(await readMemory("mine")), id: "same-note" }],
        };
        const summary = await stores.importEverything(other, "merge");
        expect(summary.counts.messages).toEqual({ added: 1, changed: 1, unchanged: 1, removed: 0 });
        expect(summary.counts.memories).toEqual({ added: 0, changed: 0, unchanged: 2, removed: 0 });
        expect(await stores.memories.read("m")).toMatchObject({ text: "changed since" });
        expect(await stores.conversations.read("c")).toMatchObject({ headId: "q2" });
        const stored = await stores.conversations.messages("c");
        expect(stored.map(({ id, sequence }) => [id, sequence])).toEqual([
          ["q", 0],
          ["a", 1],
          ["q2", 2],
          ["q3", 3],
        ]);
        expect(stored[1]).toMatchObject({ state: "complete" });
        const again = await stores.importEverything(other, "merge");
        expect(again.counts.messages).toMatchObject({ added: 0, changed: 0 });
      });

      const readMemory = async (id: string): Promise<MemoryRecord> => {
        const record = await stores.memories.read(id);
        if (record === null) throw new Error(`no memory ${id}`);
        return record;
      };

      it("measures what takes up room", async () => {
        await fill();
        const shares = await stores.measure();
        expect(shares.map(({ kind, records }) => [kind, records])).toEqual([
          ["conversations", 1],
          ["runs", 1],
          ["memories", 1],
          ["search-index", 0],
          ["settings", 1],
        ]);
        for (const { records, bytes } of shares) expect(bytes > 0).toBe(records > 0);
      });
    });

    it("deletes everything", async () => {
      await stores.conversations.saveTurn({
        conversation: createConversation("c"),
        messages: [createUserMessage("q", "c")],
      });
      await stores.runs.append(createHeader("r", "c"), [turnStart(1)]);
      await stores.memories.write(createDraft("note"));
      await stores.settings.update({ theme: "light" });
      await stores.deleteEverything();
      expect(await stores.conversations.list()).toEqual([]);
      expect(await stores.conversations.messages("c")).toEqual([]);
      expect(await stores.runs.list()).toEqual([]);
      expect((await stores.readEverything()).memories.length).toBe(0);
      expect(await stores.memories.search({ text: "note", limit: 5 })).toEqual([]);
      expect(await stores.settings.read()).toEqual(DEFAULT_SETTINGS);
    });
  });
}
