import { describe, expect, it } from "vitest";
import type { AgentApi, AgentStart } from "../../../worker/protocol/api/agent-api.ts";
import type { SendRequest } from "../../../worker/protocol/api/runs-api.ts";
import { DEFAULT_SETTINGS } from "../../../worker/protocol/settings.ts";
import { type App, createApp } from "../create-app.ts";
import { createTextStore } from "../text-store.ts";
import type { FileReader } from "./read-attachment.ts";

const START: AgentStart = {
  models: [],
  modelState: { type: "none" },
  settings: DEFAULT_SETTINGS,
  skills: [],
  storage: { durable: true, persisted: false, usedBytes: 0, quotaBytes: 1 },
};

interface Bench {
  readonly app: App;
  readonly sent: readonly SendRequest[];
  /** What reads files, while it can be loaded. */
  reader: FileReader | null;
}

const readText: FileReader = async (file) => ({
  ok: true,
  attachment: { name: file.name, mediaType: "text/plain", text: await file.text() },
});

async function setUp(reader: FileReader | null = readText): Promise<Bench> {
  const sent: SendRequest[] = [];
  const api: Partial<AgentApi> = {
    subscribe: async () => {},
    start: async () => START,
    listConversations: async () => [],
    send: async (request) => {
      sent.push(request);
      return { ok: true, value: { conversationId: "c1", userMessageId: "u", assistantMessageId: "a", runId: "r" } };
    },
  };
  const bench: Bench = {
    sent,
    reader,
    app: createApp({
      // These tests reach no other member; a call of one would throw.
      api: api as AgentApi,
      texts: createTextStore(undefined),
      newKey: () => "key",
      now: () => 0,
      delay: () => () => {},
      navigate: () => {},
      loadFileReader: async () => {
        if (bench.reader === null) throw new Error("no such chunk");
        return bench.reader;
      },
    }),
  };
  await bench.app.start();
  return bench;
}

const toFile = (name: string): File => new File([name], name, { type: "text/plain" });
const toSent = (sent: readonly SendRequest[]) =>
  sent.map(({ text, attachments = [] }) => [text, ...attachments.map(({ name }) => name)]);

describe("files of a draft", () => {
  it("are waited for by its message, which goes out once however often it is pressed", async () => {
    let finish: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { app, sent } = await setUp(async (file) => {
      await slow;
      return readText(file, { type: "none" });
    });
    void app.files.add("c1", [toFile("a.txt"), toFile("b.txt")]);
    app.chat.changeDraft("c1", { text: "read this" });
    const submitted = Promise.all([app.chat.submit("c1"), app.chat.submit("c1")]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toEqual([]);
    expect(app.store.getState().composers.c1?.readingFiles).toEqual(["a.txt"]);
    finish();
    await submitted;
    expect(toSent(sent)).toEqual([["read this", "a.txt", "b.txt"]]);
    expect(app.store.getState().composers.c1?.readingFiles).toEqual([]);
  });

  it("stay in it while their reader cannot be loaded, and hold its message back", async () => {
    const { app, sent } = await setUp(null);
    await app.files.add("c1", [toFile("a.txt")]);
    app.chat.changeDraft("c1", { text: "read this" });
    await app.chat.submit("c1");
    expect(sent).toEqual([]);
    expect(app.store.getState().composers.c1?.waitingFiles.map(({ name }) => name)).toEqual(["a.txt"]);
    expect(app.store.getState().composers.c1?.draft.text).toBe("read this");
  });

  it("are read again on demand", async () => {
    const bench = await setUp(null);
    const { app } = bench;
    await app.files.add("c1", [toFile("a.txt"), toFile("b.txt")]);
    bench.reader = readText;
    await app.files.readAgain("c1");
    expect(app.store.getState().composers.c1?.draft.attachments.map(({ text }) => text)).toEqual(["a.txt", "b.txt"]);
    expect(app.store.getState().composers.c1?.waitingFiles).toEqual([]);
  });

  it("are read again when the message is sent, and go along", async () => {
    const bench = await setUp(null);
    await bench.app.files.add("c1", [toFile("a.txt")]);
    bench.reader = readText;
    bench.app.chat.changeDraft("c1", { text: "read this" });
    await bench.app.chat.submit("c1");
    expect(toSent(bench.sent)).toEqual([["read this", "a.txt"]]);
  });

  it("let the message go without them once they are removed", async () => {
    const { app, sent } = await setUp(null);
    const file = toFile("a.txt");
    await app.files.add("c1", [file, toFile("b.txt")]);
    app.files.removeWaiting("c1", file);
    expect(app.store.getState().composers.c1?.waitingFiles.map(({ name }) => name)).toEqual(["b.txt"]);
    app.chat.changeDraft("c1", { text: "hello" });
    await app.chat.submit("c1");
    expect(sent).toEqual([]);
    for (const waiting of app.store.getState().composers.c1?.waitingFiles ?? []) app.files.removeWaiting("c1", waiting);
    await app.chat.submit("c1");
    expect(toSent(sent)).toEqual([["hello"]]);
  });

  it("wait one by one: those that could be read are there", async () => {
    const { app } = await setUp(async (file) => {
      if (file.name.endsWith(".pdf")) throw new Error("no such chunk");
      return readText(file, { type: "none" });
    });
    await app.files.add("c1", [toFile("a.txt"), toFile("b.pdf"), toFile("c.txt")]);
    expect(app.store.getState().composers.c1?.draft.attachments.map(({ name }) => name)).toEqual(["a.txt", "c.txt"]);
    expect(app.store.getState().composers.c1?.waitingFiles.map(({ name }) => name)).toEqual(["b.pdf"]);
  });

  it("that cannot go along are refused in words and hold nothing back", async () => {
    const { app, sent } = await setUp(async () => ({ ok: false, refusal: "not-text" }));
    await app.files.add("c1", [toFile("a.png")]);
    expect(app.store.getState().toasts.map(({ text, values }) => [text, values?.name])).toEqual([
      ["attachment.not-text", "a.png"],
    ]);
    app.chat.changeDraft("c1", { text: "hello" });
    await app.chat.submit("c1");
    expect(toSent(sent)).toEqual([["hello"]]);
  });

  it("stay in it when it is a command, which takes none", async () => {
    const { app } = await setUp();
    await app.files.add("new", [toFile("a.txt")]);
    app.chat.changeDraft("new", { text: "/compact" });
    await app.chat.submit("new");
    expect(app.store.getState().composers.new?.draft).toMatchObject({ text: "", attachments: [{ name: "a.txt" }] });
  });
});
