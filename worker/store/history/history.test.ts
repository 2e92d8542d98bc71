import "fake-indexeddb/auto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HISTORY_APPS, type HistoryApp } from "../../protocol/history.ts";
import type { JsonValue } from "../../protocol/json.ts";
import { isTainted, type Message } from "../../protocol/message.ts";
import { isConversation, isMessage } from "../archive-shape.ts";
import { createRowSealing } from "../encryption/seal-rows.ts";
import { InMemorySentinel } from "../guard/sentinel.fixture.ts";
import { createInMemoryStores } from "../in-memory-stores.ts";
import { openStores } from "../open-stores.ts";
import { createHeader, createTestClock } from "../stores.contract.ts";
import type { Stores } from "../stores.ts";
import { zipTexts } from "../workspace/readers/documents.fixture.ts";
import type { HistoryChat, HistoryNode } from "./history-chat.ts";
import { EXPORTS } from "./history-exports.fixture.ts";
import { readChat, readHistory } from "./read-history.ts";
import { splitJson } from "./split-json.ts";
import { type ForeignConversation, toConversation } from "./to-conversation.ts";

const APPS = Object.keys(HISTORY_APPS) as readonly HistoryApp[];
const ORIGIN = { app: "chatgpt", file: "x.json", at: 1 } as const;
const goOn = () => true;

function read(value: JsonValue): ForeignConversation {
  const found = readChat(value);
  const converted = found === null ? "unknown" : toConversation(found.chat, { ...ORIGIN, app: found.app });
  if (typeof converted === "string") throw new Error(converted);
  return converted;
}

function textOf(message: Message | undefined): string {
  return message === undefined
    ? ""
    : message.role === "user"
      ? message.text
      : message.turns.map(({ text }) => text).join("|");
}

/** The branch that ends with a message, as texts. */
function branchOf({ messages }: ForeignConversation, id: string | null): readonly string[] {
  const branch: string[] = [];
  for (let at = id; at !== null; ) {
    const message = messages.find((each) => each.id === at);
    branch.unshift(textOf(message));
    at = message?.parentId ?? null;
  }
  return branch;
}

const SHOWN: Readonly<Record<HistoryApp, readonly string[]>> = {
  chatgpt: [
    "How do I prune a quince tree?\n[tree.png]",
    "[browser]\nsearch('quince pruning')|[browser]\nPrune in late winter.|Cut it in late winter.",
    "Thanks",
    "You are welcome.",
  ],
  claude: [
    "How is medlar jam made?\n[photo.jpg]",
    '[web_search]\n{"query":"medlar"}\n\n[web_search]\nBlet them first.\n\nLet them blet, then cook.',
    "How long?",
    "Two weeks.",
  ],
  "open-webui": ["Damson gin?", "Yes.", "How much sugar?\n[scales.pdf]", "Little."],
  librechat: ["A greengage tart?", '[oven]\n{"to":180}\n\n[oven]\nhot\n\nYes.', "Which dough?\n[dough.pdf]", "Short."],
  "llama.cpp": ["Where do sloes grow?", "In hedges.", "When?", "In autumn."],
  gemini: ["What is a bullace?", "A small plum & sour."],
};

describe("a chat of another app", () => {
  it.each(APPS)("of %s is told by its shape and becomes a conversation with its branches, all of it foreign", (app) => {
    const value = EXPORTS[app]();
    expect(readChat(value)?.app).toBe(app);
    const found = read(value);
    expect(branchOf(found, found.conversation.headId)).toEqual(SHOWN[app]);
    expect(found.conversation.folder).toBe(HISTORY_APPS[app]);
    expect(isConversation(found.conversation)).toBe(true);
    for (const message of found.messages) {
      expect(isMessage(message)).toBe(true);
      expect(isTainted([message])).toBe(true);
    }
    const isBranched = !["claude", "gemini"].includes(app);
    expect(found.messages).toHaveLength(isBranched ? 5 : SHOWN[app].length);
    expect(found.messages.map(({ sequence }) => sequence)).toEqual(found.messages.map((_, index) => index));
    expect(found.messages[0]?.createdAt).toBeGreaterThan(1_690_000_000_000);
  });

  it("keeps the thoughts apart, and a file's text as an attachment", () => {
    const [question, answer] = read(EXPORTS.claude()).messages;
    expect(question?.role === "user" && question.attachments).toEqual([
      { name: "recipe.txt", mediaType: "text/plain", text: "Medlars and sugar." },
    ]);
    expect(answer?.role === "assistant" && answer.turns[0]?.reasoning).toBe("A slow fruit.");
  });

  it("keeps the ids that earlier versions gave, by which a chat is known again", () => {
    expect(read(EXPORTS.claude()).conversation.id).toBe("393c4ccf-79a9-8be3-8a42-dae6da3517a0");
    expect(read(EXPORTS.gemini()).messages.map(({ id }) => id)).toEqual([
      "bb4a339d-3b57-8822-81bb-f5791e5e8b5a",
      "f41c1592-5af1-8f90-89c9-956e56e45bf0",
    ]);
  });

  it("always gets the same ids, and another app's gets others", () => {
    expect(read(EXPORTS.claude())).toEqual(read(EXPORTS.claude()));
    const ids = new Set(APPS.flatMap((app) => read(EXPORTS[app]()).messages.map(({ id }) => id)));
    expect(ids.size).toBe(APPS.reduce((sum, app) => sum + read(EXPORTS[app]()).messages.length, 0));
  });

  it("loses no message and keeps the order and the branches, whatever tree it is", () => {
    const trees = fc.array(
      fc.record({
        parent: fc.nat(),
        role: fc.constantFrom("user" as const, "assistant" as const, "hidden" as const),
        at: fc.option(fc.nat(1_000)),
      }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(trees, (tree) => {
        const nodes = tree.map(
          ({ parent, role, at }, index): HistoryNode => ({
            id: `n${index}`,
            parentId: index === 0 ? null : `n${parent % index}`,
            role,
            text: `<${index}>`,
            at,
          }),
        );
        const chat: HistoryChat = { id: "c", title: "", at: 5, updatedAt: null, headId: null, nodes };
        const found = toConversation(chat, ORIGIN);
        const shown = nodes.filter(({ role }) => role !== "hidden");
        if (typeof found === "string") {
          expect(shown).toEqual([]);
          return;
        }
        const branches = found.messages.map(({ id }) => branchOf(found, id).join("|"));
        for (const node of shown) {
          // Its own place: behind exactly the shown messages that it followed.
          const path: string[] = [];
          for (let each: HistoryNode | undefined = node; each !== undefined; ) {
            const { parentId, role, text }: HistoryNode = each;
            if (role !== "hidden") path.unshift(text);
            each = nodes.find(({ id }) => id === parentId);
          }
          expect(branches.some((branch) => branch.replace("…|", "").startsWith(path.join("|")))).toBe(true);
        }
        const places = new Map(found.messages.map(({ id }, index) => [id, index]));
        found.messages.forEach(({ parentId }, index) => {
          if (parentId !== null) expect(places.get(parentId)).toBeLessThan(index);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("is refused where its messages follow each other in a circle, and read where one is missing", () => {
    const circle = { mapping: { a: { parent: "b", message: {} }, b: { parent: "a", message: {} } } };
    expect(() => read(circle)).toThrow("damaged");
    const shown = (parent: string) => ({ parent, message: { author: { role: "user" }, content: { parts: ["x"] } } });
    expect(() => read({ mapping: { a: shown("b"), b: shown("a") } })).toThrow("damaged");
    expect(read({ mapping: { a: shown("gone") } }).messages).toMatchObject([{ parentId: null, text: "x" }]);
  });

  it("is total: prototype keys and wrong types are read or refused", () => {
    const evil = JSON.parse(
      '{"mapping":{"__proto__":{"parent":"constructor","message":{"content":7}},"a":3},"title":[]}',
    );
    expect(() => read(evil)).toThrow("empty");
    expect(({} as Record<string, unknown>).parent).toBeUndefined();
    for (const app of APPS)
      for (const value of [null, 1, "x", [], { chat_messages: [null, 1] }]) {
        expect(() => EXPORTS[app]() && readChat(value)).not.toThrow();
      }
  });

  it("with a branch after each of thousands of turns stays as large as it was", () => {
    const nodes = Array.from({ length: 4_000 }, (_, index): HistoryNode => {
      const parentId = index === 0 ? null : `n${index - (index % 2 === 0 ? 2 : 1)}`;
      return { id: `n${index}`, parentId, role: "assistant", text: "x", at: null };
    });
    const found = toConversation({ id: "c", title: "", at: 1, updatedAt: null, headId: null, nodes }, ORIGIN);
    if (typeof found === "string") throw new Error(found);
    const turns = found.messages.reduce((sum, each) => sum + (each.role === "user" ? 0 : each.turns.length), 0);
    expect(turns).toBeLessThan(30_000);
  });
});

async function split(text: string, size: number, most?: number): Promise<readonly unknown[]> {
  async function* chunks() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const found: unknown[] = [];
  for await (const each of splitJson(chunks(), most)) found.push(each.type === "value" ? each.value : each.fault);
  return found;
}

describe("splitting JSON as it streams", () => {
  it("finds every object of a list, of a whole text and of lines, wherever the chunks end", async () => {
    const values = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(values, fc.integer({ min: 1, max: 7 }), async (list, size) => {
        const parsed: unknown = JSON.parse(JSON.stringify(list));
        expect(await split(JSON.stringify(list, null, 1), size)).toEqual(parsed);
        expect(await split(list.map((each) => JSON.stringify(each)).join("\n"), size)).toEqual(parsed);
      }),
      { numRuns: 100 },
    );
  });

  it("passes over what is too long, and says what is cut off or no JSON", async () => {
    expect(await split(`[{"a":"${"x".repeat(50)}"},{"b":1},{"c"`, 10, 20)).toEqual(["too-long", { b: 1 }, "broken"]);
    expect(await split('{"a" 1}{"b":2}', 3)).toEqual(["broken", { b: 2 }]);
    expect(await split("no JSON at all", 3)).toEqual([]);
  });
});

const toFile = (value: unknown, name = "conversations.json") => new File([JSON.stringify(value)], name);
let opened = 0;

it("a long import tells the page how far it is once in some megabytes, however many chats those are", async () => {
  const file = toFile(Array.from({ length: 2500 }, (_, index) => EXPORTS.chatgpt(index)));
  const steps = { chat: 0, fault: 0, progress: 0, remembered: 0 };
  for await (const { type } of readHistory(file)) steps[type] += 1;
  expect(steps.chat).toBe(2500);
  expect(steps.progress).toBeGreaterThan(0);
  expect(steps.progress).toBeLessThanOrEqual(file.size / 4_000_000);
});

const PLACES: Readonly<Record<string, () => Promise<Stores>>> = {
  "in memory": async () => createInMemoryStores(createTestClock()),
  "on IndexedDB": () => open(null),
  "on an encrypted IndexedDB": () => open(createRowSealing(crypto.getRandomValues(new Uint8Array(32)))),
};

function open(sealing: ReturnType<typeof createRowSealing> | null, name = `history-${opened++}`): Promise<Stores> {
  const storage = { estimate: async () => ({}), persisted: async () => false };
  const locate = async () => ({ name, sealing });
  return openStores({
    clock: createTestClock(),
    name,
    sentinel: new InMemorySentinel(),
    storage,
    channel: null,
    locate,
  });
}

describe.each(Object.entries(PLACES))("the history store %s", (_name, openPlace) => {
  it("previews, imports once, finds the words, and takes out what nobody went on with", async () => {
    const stores = await openPlace();
    const history = await stores.openHistory();
    const file = toFile([EXPORTS.chatgpt(), EXPORTS.claude(), EXPORTS.claude(1)]);
    expect(await history.preview(file, goOn)).toEqual({
      apps: ["chatgpt", "claude"],
      chats: 3,
      messages: 13,
      newChats: 3,
      from: 1_700_000_000_000,
      to: 1_700_086_430_000,
      proposals: [],
      faults: [],
    });
    expect(await stores.conversations.list()).toEqual([]);
    expect(await history.import(file, goOn)).toEqual({ chats: 3, messages: 13 });
    expect(await stores.conversations.search("blet", 9)).toHaveLength(2);
    expect((await history.preview(file, goOn))?.newChats).toBe(0);
    expect(await history.import(file, goOn)).toEqual({ chats: 0, messages: 0 });
    const [first, ...others] = await stores.conversations.list();
    expect(others).toHaveLength(2);
    const at = first?.history?.at ?? 0;
    await stores.runs.append(createHeader("r1", first?.id ?? ""), []);
    expect(await history.takeOut(at)).toEqual({ removed: 2, kept: 1 });
    expect((await stores.conversations.list()).map(({ id }) => id)).toEqual([first?.id]);
    expect(await stores.conversations.messages(others[0]?.id ?? "")).toEqual([]);
  });

  it.each(APPS)(
    "adds nothing by the same file of %s again, finds every word of it as one from outside, and takes all of it out",
    async (app) => {
      const stores = await openPlace();
      const history = await stores.openHistory();
      const file = toFile([EXPORTS[app](0), EXPORTS[app](1)], `${app}.json`);
      const first = await history.import(file, goOn);
      expect(first?.chats).toBe(2);
      const before = await stores.readEverything();
      expect(await history.import(file, goOn)).toEqual({ chats: 0, messages: 0 });
      // A file of another name, and two of the same chats in it, are no other chats.
      const other = toFile([EXPORTS[app](1), EXPORTS[app](0), EXPORTS[app](1)], "other.json");
      expect(await history.import(other, goOn)).toEqual({ chats: 0, messages: 0 });
      const after = await stores.readEverything();
      expect([after.conversations, after.messages]).toEqual([before.conversations, before.messages]);
      expect(after.messages).toHaveLength(first?.messages ?? 0);
      for (const message of after.messages) {
        expect(message.foreign).toBe(true);
        const [word = ""] = textOf(message).split(/\s+/u);
        const hits = await stores.conversations.search(word, 99);
        expect(hits.map(({ messageId }) => messageId)).toContain(message.id);
      }
      const words = after.messages.map((message) => textOf(message).split(/\s+/u)[0] ?? "");
      expect(await history.takeOut(after.conversations[0]?.history?.at ?? 0)).toEqual({ removed: 2, kept: 0 });
      const left = await stores.readEverything();
      expect([left.conversations, left.messages, left.runs]).toEqual([[], [], []]);
      for (const word of words) expect(await stores.conversations.search(word, 9)).toEqual([]);
    },
  );

  it("adds only what a later export has more, and leaves alone what was gone on with", async () => {
    const stores = await openPlace();
    const history = await stores.openHistory();
    const whole = EXPORTS.claude() as { readonly chat_messages: readonly JsonValue[] };
    await history.import(toFile([{ ...whole, chat_messages: whole.chat_messages.slice(0, 2) }]), goOn);
    expect(await history.import(toFile([whole]), goOn)).toEqual({ chats: 1, messages: 2 });
    const [conversation] = await stores.conversations.list();
    const messages = await stores.conversations.messages(conversation?.id ?? "");
    expect(messages.map(textOf)).toEqual(SHOWN.claude);
    expect(conversation?.headId).toBe(messages.at(-1)?.id);
  });

  it("stopped, it leaves nothing; what a cut off import left is no part of an export and is cleared away", async () => {
    const stores = await openPlace();
    const history = await stores.openHistory();
    const many = Array.from({ length: 300 }, (_, index) => EXPORTS.chatgpt(index));
    expect(await history.import(toFile(many), () => false)).toBeNull();
    // Cut off: the reading never comes back.
    const cut = history.import(toFile(many), () => Promise.reject(new Error("gone")));
    await expect(cut).rejects.toThrow("gone");
    const { conversations, messages, runs } = await stores.readEverything();
    expect([conversations, messages, runs]).toEqual([[], [], []]);
    expect(await stores.conversations.search("quince", 9)).toEqual([]);
    await history.preview(toFile([]), goOn);
    const events = (await stores.measure()).find(({ kind }) => kind === "runs");
    expect(events?.bytes).toBe(0);
    expect(await history.import(toFile(many), goOn)).toEqual({ chats: 300, messages: 1_500 });
  });
});

describe("a file of another app", () => {
  const list = async (file: Blob) => {
    const steps: unknown[] = [];
    for await (const step of readHistory(file)) {
      if (step.type === "chat") steps.push(step.app);
      else if (step.type === "fault") steps.push(step.fault);
    }
    return steps;
  };
  const zip = async (texts: Readonly<Record<string, string>>) => new Blob([await zipTexts(texts)]);

  it("is read from a ZIP as from JSON, and what else lies there is passed over", async () => {
    const parts = {
      "user.json": '{"id":1}',
      "a/x-000.json": JSON.stringify([EXPORTS.chatgpt(), { odd: 1 }]),
      "i.png": "P",
    };
    expect(await list(await zip(parts))).toEqual(["chatgpt", "unknown"]);
  });

  it("says of pages that they are no JSON, and of what is broken that it is", async () => {
    expect(await list(new Blob(["\n<html>"]))).toEqual(["html"]);
    expect(await list(await zip({ "Takeout/MyActivity.html": "<html>" }))).toEqual(["html"]);
    expect(await list(new Blob(["PK\u0003\u0004 and nothing more"]))).toEqual(["archive"]);
    expect(await list(new Blob([`[${JSON.stringify(EXPORTS.claude())},{"uu`]))).toEqual(["claude", "broken"]);
    expect(await list(new Blob(["just words"]))).toEqual([]);
  });
});
