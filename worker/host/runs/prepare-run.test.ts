import { describe, expect, it } from "vitest";
import { createModel, toyAgent } from "../../agent/run/run-agent.fixture.ts";
import type { ThreadMessage } from "../../formats/format.ts";
import type { MemoryRecord } from "../../protocol/memory.ts";
import { ask, startTestHost, toValue } from "../agent-host.fixture.ts";
import { prepareRun, type RunDraft } from "./prepare-run.ts";

const ferry = "the ferry to the island leaves at 7:40";
const note = { namespace: "notes", text: ferry, source: { type: "user" as const } };

const DRAFT: RunDraft = {
  question: "",
  history: [],
  summary: null,
  omitToolRecords: false,
  memory: null,
  asked: "",
  files: [],
  media: [],
  partlyRead: [],
  toolCharacters: 0,
  systemCharacters: 0,
  maxTokensPerTurn: 100,
  windowStart: 0,
};

describe("notes that bear on a question", () => {
  it("go after the question, are noted as used, and stay with the answer for the turns to come", async () => {
    const model = createModel(["At 7:40.", "You are welcome."]);
    const host = await startTestHost({ model, agent: toyAgent([]) });
    const { record } = toValue(await host.api.saveMemory(note));
    const { conversationId, assistantMessageId } = await ask(host, "When does the ferry leave?");
    const prompt = model.prompts[0] ?? "";
    expect(prompt.indexOf(ferry)).toBeGreaterThan(prompt.indexOf("When does the ferry leave?"));
    expect(toValue(await host.api.findMemoryUses(record.id))).toMatchObject([{ messageId: assistantMessageId }]);
    expect((await host.stores.memories.read(record.id))?.usedAt).toBeDefined();
    const { events } = await ask(host, "Thanks!", { conversationId });
    expect(events.find(({ type }) => type === "prompt-sent")).toMatchObject({ appended: true });
  });

  it("that the answer tells nothing of are not said to have been used", async () => {
    const host = await startTestHost({ model: createModel(["I do not know."]), agent: toyAgent([]) });
    const { record } = toValue(await host.api.saveMemory(note));
    const { conversationId } = await ask(host, "When does the ferry leave?");
    expect(toValue(await host.api.findMemoryUses(record.id))).toEqual([]);
    expect((await host.stores.memories.read(record.id))?.usedAt).toBeUndefined();
    const messages = toValue(await host.api.openConversation(conversationId)).messages;
    expect(messages.at(-1)).toMatchObject({ recalled: { memoryIds: [record.id], used: [] } });
  });

  it("are not looked up when memory is off", async () => {
    const model = createModel(["I do not know."]);
    const host = await startTestHost({ model });
    toValue(await host.api.saveMemory(note));
    toValue(await host.api.updateSettings({ memoryEnabled: false }));
    await ask(host, "When does the ferry leave?");
    expect(model.prompts[0]).not.toContain(ferry);
  });

  it("are given to every model, and a memory that fails stops no answer", async () => {
    const record: MemoryRecord = { ...note, id: "m", tags: [], createdAt: 1, updatedAt: 1 };
    const search = async () => [{ record, score: 1 }];
    const { info, countTokens } = createModel([]);
    const draft = { ...DRAFT, question: "ferry?", asked: "ferry?" };
    const prepare = (memory: { search: typeof search }) => prepareRun({ ...draft, memory }, { info, countTokens });
    expect((await prepare({ search })).recalled).toMatchObject({ memoryIds: ["m"] });
    const failing = async () => Promise.reject(new Error("storage"));
    expect((await prepare({ search: failing })).recalled).toBeNull();
  });
});

describe("files that go along with a question", () => {
  const filler = "The committee spoke of roads, bridges and the harbour without coming to a decision. ".repeat(600);
  const file = {
    name: "minutes.txt",
    mediaType: "text/plain",
    text: `${filler}\n\nThe monthly rent is 840 euros.\n\n${filler}\n\nThe landlord is Mrs Adler.\n\n${filler}`,
  };
  const startWith = async (contextTokens: number) => {
    const made = createModel(["840 euros.", "Mrs Adler."]);
    const model = { ...made, info: { ...made.info, contextTokens } };
    return { model, host: await startTestHost({ model, agent: toyAgent([]) }) };
  };

  it.each([2048, 4096])(
    "are read in parts where they do not fit %d tokens, and later questions too",
    async (tokens) => {
      const { model, host } = await startWith(tokens);
      expect(file.text.length).toBeGreaterThan(100_000);
      const { conversationId } = await ask(host, "How high is the monthly rent?", { attachments: [file] });
      await ask(host, "Who is the landlord?", { conversationId });
      const [first = "", second = ""] = model.prompts;
      expect(first).toContain("840 euros");
      expect(first.length).toBeLessThan(tokens * 3);
      expect(second).toContain("Mrs Adler");
      expect(second.length).toBeLessThan(tokens * 3);
      const { messages } = toValue(await host.api.openConversation(conversationId));
      expect(messages[1]).toMatchObject({ state: "complete", filesRead: { files: [{ name: "minutes.txt" }] } });
      expect(messages[2]).not.toHaveProperty("attachments");
    },
  );

  it("are read as a whole where they fit, and the prompt only grows", async () => {
    const { model, host } = await startWith(1_000_000);
    const { conversationId } = await ask(host, "How high is the rent?", { attachments: [file] });
    expect(model.prompts[0]).toContain(file.text);
    const { events } = await ask(host, "Who is the landlord?", { conversationId });
    expect(events.find(({ type }) => type === "prompt-sent")).toMatchObject({ appended: true });
  });
});

describe("the window of a conversation", () => {
  it("leaves out the oldest messages of a conversation that no longer fits, never the last three", async () => {
    const { info } = createModel([]);
    const model = { info: { ...info, contextTokens: 1000 }, countTokens: async (text: string) => text.length };
    const history = toHistory(40);
    const draft = { ...DRAFT, question: "last?" };
    const prepared = await prepareRun({ ...draft, history }, model);
    expect(prepared.windowStart).toBeGreaterThan(0);
    expect(prepared.history).toEqual(history.slice(prepared.windowStart));
    const tiny = await prepareRun({ ...draft, history }, { ...model, info: { ...info, contextTokens: 10 } });
    expect(tiny.history).toEqual(history.slice(-2));
    const short = await prepareRun({ ...draft, history: history.slice(0, 2) }, model);
    expect(short.history).toEqual(history.slice(0, 2));
  });

  it("begins with the summary, whose tokens count, and never loses it when it is cut", async () => {
    const { info } = createModel([]);
    const model = { info: { ...info, contextTokens: 1000 }, countTokens: async (text: string) => text.length };
    const history = toHistory(40);
    const summary = "Ann likes ferries. ".repeat(8);
    const cut = await prepareRun({ ...DRAFT, question: "last?", history, summary }, model);
    const [first, ...rest] = cut.history;
    expect(first).toMatchObject({ role: "user", text: expect.stringContaining(summary) });
    expect(rest).toEqual(history.slice(cut.windowStart + 1));
    const without = await prepareRun({ ...DRAFT, question: "last?", history }, model);
    expect(cut.windowStart).toBeGreaterThan(without.windowStart);
    const whole = await prepareRun({ ...DRAFT, question: "last?", history: history.slice(0, 2), summary }, model);
    expect(whole.history).toHaveLength(2);
    expect(whole.history[0]).toMatchObject({ text: expect.stringContaining(summary) });
  });

  it("keeps what was said about calls that are left out", async () => {
    const { info, countTokens } = createModel([]);
    const history: ThreadMessage[] = [
      { role: "user", text: "What is 1 + 2?" },
      { role: "assistant", raw: "<call>", text: "", calls: [{ call: { id: "1", name: "add", arguments: {} } }] },
      { role: "tool", results: [{ callId: "1", name: "add", text: "3" }] },
      { role: "assistant", raw: "It is 3.", text: "It is 3.", calls: [] },
    ];
    const prepare = (omitToolRecords: boolean) =>
      prepareRun({ ...DRAFT, question: "And 2 + 2?", history, omitToolRecords }, { info, countTokens });
    expect((await prepare(true)).history).toEqual([history[0], history[3]]);
    expect((await prepare(false)).history).toEqual(history);
  });
});

function toHistory(count: number): ThreadMessage[] {
  return Array.from({ length: count }, (_, index) => {
    const text = `${index} ${"word ".repeat(20)}`;
    return index % 2 === 0
      ? { role: "user" as const, text }
      : { role: "assistant" as const, raw: text, text, calls: [] };
  });
}
