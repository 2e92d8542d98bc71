import { describe, expect, it } from "vitest";
import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import type { AgentEvent } from "../../worker/protocol/api/agent-event.ts";
import type { SendReceipt, SendRequest } from "../../worker/protocol/api/runs-api.ts";
import type { Failure, Result } from "../../worker/protocol/failure.ts";
import type { MemoryEdit, MemoryRecord, MemoryRevert } from "../../worker/protocol/memory.ts";
import type { Conversation } from "../../worker/protocol/message.ts";
import type { ModelState } from "../../worker/protocol/model.ts";
import { DEFAULT_SETTINGS } from "../../worker/protocol/settings.ts";
import type { AppDeps } from "./app-state.ts";
import type { ManualCall } from "./composer/composer-state.ts";
import { type App, createApp } from "./create-app.ts";
import { findActiveRun } from "./live-run.ts";
import { createTextStore } from "./text-store.ts";

const CHOICE = { engine: "scripted", reason: "" } as const;
const LOADING: ModelState = {
  type: "loading",
  modelId: "m",
  choice: CHOICE,
  progress: { type: "load", done: 0, total: 0, unit: "steps" },
};
const READY: ModelState = { type: "ready", modelId: "m", choice: CHOICE, format: "chatml", contextTokens: 100 };

const STARTED = {
  models: [],
  modelState: LOADING,
  settings: DEFAULT_SETTINGS,
  skills: [],
  storage: { durable: true, persisted: true, usedBytes: 0, quotaBytes: 1 },
} as const;

/** An app on an agent of which nothing but these members is reached. */
function createWith(known: Partial<AgentApi>, delay: AppDeps["delay"] = () => () => {}): App {
  return createApp({
    api: new Proxy({} as AgentApi, { get: (_, name) => Reflect.get(known, name) }),
    texts: createTextStore(undefined),
    navigate: () => {},
    loadFileReader: () => Promise.reject(new Error("This test reads no files.")),
    now: () => 0,
    newKey: () => "k",
    delay,
  });
}

it("a model that becomes ready while the conversations are being listed is shown as ready", async () => {
  let deliver: (events: readonly AgentEvent[]) => void = () => {};
  let list: (conversations: readonly Conversation[]) => void = () => {};
  const app = createWith({
    subscribe: async (next) => {
      deliver = next;
    },
    start: async () => STARTED,
    readAhead: async () => undefined,
    listConversations: () =>
      new Promise((resolve) => {
        list = resolve;
      }),
  });
  const started = app.start();
  await new Promise((resolve) => setTimeout(resolve));
  deliver([{ type: "model", state: READY }]);
  list([]);
  await started;
  expect(app.store.getState()).toMatchObject({ phase: "ready", modelState: { type: "ready" } });
});

it("a start that takes long is said, until it comes", async () => {
  let come: (start: typeof STARTED) => void = () => {};
  let pass: () => void = () => {};
  const app = createWith(
    {
      subscribe: async () => undefined,
      start: () =>
        new Promise((resolve) => {
          come = resolve;
        }),
      readAhead: async () => undefined,
      listConversations: async () => [],
    },
    (_, callback) => {
      pass = callback;
      return () => {
        pass = () => {};
      };
    },
  );
  const started = app.start();
  await new Promise((resolve) => setTimeout(resolve));
  expect(app.store.getState().failure).toBeNull();
  pass();
  expect(app.store.getState()).toMatchObject({ phase: "starting", failure: { code: "start-slow" } });
  come(STARTED);
  await started;
  pass();
  expect(app.store.getState()).toMatchObject({ phase: "ready", failure: null });
});

const NOTE: MemoryRecord = {
  id: "n1",
  namespace: "n",
  text: "echoed",
  tags: [],
  source: { type: "user" },
  createdAt: 0,
  updatedAt: 0,
};

/** The agent with only the members that these tests reach; any other call fails the test. */
class FakeAgent {
  readonly sent: SendRequest[] = [];
  readonly called: string[] = [];
  failure: Failure | undefined;
  /** What a sent message waits for. */
  gate: Promise<void> = Promise.resolve();
  readonly edits: readonly MemoryEdit[] = [{ before: null, after: NOTE }];
  revert: MemoryRevert = { type: "reverted", notes: 1 };
  deliver: (events: readonly AgentEvent[]) => void = () => {};

  readonly api = new Proxy({} as AgentApi, {
    get: (_, name) => {
      const known: Partial<AgentApi> = {
        subscribe: async (deliver) => {
          this.deliver = deliver;
        },
        start: async () => ({
          models: [],
          modelState: {
            type: "ready",
            modelId: "m",
            choice: { engine: "scripted", reason: "" },
            format: "chatml",
            contextTokens: 100,
          },
          settings: DEFAULT_SETTINGS,
          skills: [
            {
              name: "assistant",
              description: "",
              tools: [{ name: "echo", description: "", parameters: { type: "object", properties: {} } }],
            },
          ],
          storage: { durable: true, persisted: false, usedBytes: 0, quotaBytes: 1 },
        }),
        listConversations: async () => [],
        send: async (request): Promise<Result<SendReceipt>> => {
          this.sent.push(request);
          await this.gate;
          if (this.failure !== undefined) return { ok: false, failure: this.failure };
          const conversationId = request.conversationId ?? "c1";
          return {
            ok: true,
            value: { conversationId, userMessageId: "u", assistantMessageId: "a", runId: `r${this.sent.length}` },
          };
        },
        regenerate: async (messageId) => ({
          ok: true,
          value: { conversationId: "c1", userMessageId: "u", assistantMessageId: messageId, runId: "r9" },
        }),
        stop: async (runId) => {
          this.called.push(`stop ${runId}`);
        },
        summarizeConversation: async (id) => {
          this.called.push(`summarize ${id}`);
          return this.failure === undefined ? { ok: true, value: "r1" } : { ok: false, failure: this.failure };
        },
        runTool: async () => ({
          outcome: { type: "success", content: [{ type: "text", text: "echoed" }] },
          edits: this.edits,
        }),
        readAhead: async ({ conversationId, text }: SendRequest) => {
          this.called.push(`read ahead of ${conversationId}: ${text}`);
        },
        undoEdits: async (edits) => {
          this.called.push(`undo ${edits.length}`);
          return { ok: true, value: this.revert };
        },
        deleteConversation: async (id) => {
          this.called.push(`delete ${id}`);
          return { ok: true, value: null };
        },
      };
      const member = Reflect.get(known, name);
      if (member === undefined) throw new Error(`The page called ${String(name)}.`);
      return member;
    },
  });

  run(runId: string, event: Extract<AgentEvent, { type: "run" }>["event"]): void {
    this.deliver([{ type: "run", runId, conversationId: "c1", messageId: "a", event }]);
  }
}

interface Bench {
  readonly agent: FakeAgent;
  readonly app: App;
  readonly hashes: string[];
  passTime(): void;
}

async function setUp(texts = createTextStore(undefined)): Promise<Bench> {
  const agent = new FakeAgent();
  const hashes: string[] = [];
  const timers = new Set<() => void>();
  let keys = 0;
  const app = createApp({
    api: agent.api,
    texts,
    newKey: () => `key${keys++}`,
    now: () => 0,
    delay(_, callback) {
      timers.add(callback);
      return () => timers.delete(callback);
    },
    navigate: (hash) => hashes.push(hash),
    loadFileReader: () => Promise.reject(new Error("This test reads no files.")),
  });
  await app.start();
  return {
    agent,
    app,
    hashes,
    passTime() {
      for (const timer of [...timers]) {
        timers.delete(timer);
        timer();
      }
    },
  };
}

describe("summing up", () => {
  it("is begun by /compact, and says why it cannot be", async () => {
    const { agent, app } = await setUp();
    app.chat.changeDraft("new", { text: "/compact" });
    await app.chat.submit("new");
    expect(app.store.getState().composers.new?.problem?.failure.code).toBe("nothing-to-summarize");
    agent.failure = { code: "engine-busy" };
    app.chat.changeDraft("c1", { text: "/compact" });
    await app.chat.submit("c1");
    expect(app.store.getState().composers.c1?.problem?.failure.code).toBe("engine-busy");
    agent.failure = undefined;
    await app.chat.summarize("c1");
    expect(app.store.getState().composers.c1?.problem).toBeNull();
    expect(agent.called).toEqual(["summarize c1", "summarize c1"]);
    expect(agent.sent).toEqual([]);
  });
});

describe("the first message of a chat", () => {
  it("takes along what was written or queued while it went out", async () => {
    const { agent, app, hashes } = await setUp();
    let open = (): void => {};
    agent.gate = new Promise((resolve) => {
      open = resolve;
    });
    app.chat.changeDraft("new", { text: "Hello" });
    const sent = app.chat.submit("new");
    while (agent.sent.length === 0) await Promise.resolve();
    app.chat.changeDraft("new", { text: "And more" });
    await app.chat.submit("new");
    app.chat.changeDraft("new", { text: "a" });
    open();
    await sent;
    expect(hashes).toEqual(["#/chat/c1"]);
    const { composers } = app.store.getState();
    expect(composers.c1?.draft.text).toBe("a");
    expect(composers.c1?.queue.map(({ draft }) => draft.text)).toEqual(["And more"]);
    expect(composers.new).toMatchObject({ draft: { text: "" }, queue: [] });
    expect(agent.sent).toHaveLength(1);
  });
});

describe("a pause in writing", () => {
  it("has the model read what the question will follow, but nothing that is a command or is sent already", async () => {
    const { agent, app, passTime } = await setUp();
    app.chat.changeDraft("c1", { text: "When" });
    app.chat.changeDraft("c1", { text: "When does" });
    passTime();
    app.chat.changeDraft("c1", { text: "/compact" });
    passTime();
    app.chat.changeDraft("c1", { text: "When does it leave?" });
    await app.chat.submit("c1");
    passTime();
    expect(agent.called).toEqual(["read ahead of c1: When does"]);
  });
});

describe("the end of an answer", () => {
  it("has the model read on up to the next question, unless that is a command", async () => {
    const { agent, app } = await setUp();
    agent.run("r1", { type: "run-end", at: 0, reason: "answered", text: "" });
    expect(agent.called).toEqual(["read ahead of c1: "]);
    app.chat.changeDraft("c1", { text: "/compact" });
    agent.run("r2", { type: "run-end", at: 0, reason: "answered", text: "" });
    expect(agent.called).toHaveLength(1);
  });
});

describe("a chat that is opened", () => {
  it("has the model read what its first words will follow, once the user stays with it", async () => {
    const { agent, app, passTime } = await setUp();
    app.chat.prepareShown("c1");
    app.chat.prepareShown("c2");
    expect(agent.called).toEqual([]);
    passTime();
    expect(agent.called).toEqual(["read ahead of c2: "]);
  });

  it("is read for as soon as the model is ready, and not before", async () => {
    const { agent, app, passTime } = await setUp();
    const ready = app.store.getState().modelState;
    if (ready.type !== "ready") throw new Error("the model of the test is ready");
    const { modelId, choice } = ready;
    const progress = { type: "load", done: 0, total: 0, unit: "steps" } as const;
    agent.deliver([{ type: "model", state: { type: "loading", modelId, choice, progress } }]);
    app.chat.prepareShown("c1");
    passTime();
    expect(agent.called).toEqual([]);
    agent.deliver([{ type: "model", state: ready }]);
    expect(agent.called).toEqual(["read ahead of c1: "]);
  });

  it("is read for again after a trial of the model, which has read other things", async () => {
    const { agent, app, passTime } = await setUp();
    app.chat.prepareShown("c1");
    passTime();
    const policy = { modelId: "m", policy: "staged", why: "assumed" } as const;
    agent.deliver([{ type: "policy", policy: { ...policy, isMeasuring: true } }]);
    expect(agent.called).toHaveLength(1);
    agent.deliver([{ type: "policy", policy: { ...policy, isMeasuring: false } }]);
    expect(agent.called).toEqual(["read ahead of c1: ", "read ahead of c1: "]);
  });
});

describe("a model that becomes ready", () => {
  it("reads what a question will follow before one is begun, and reads nothing when only its state is told again", async () => {
    const { agent, app } = await setUp();
    const ready = app.store.getState().modelState;
    if (ready.type !== "ready") throw new Error("the model of the test is ready");
    const { modelId, choice } = ready;
    const progress = { type: "load", done: 0, total: 0, unit: "steps" } as const;
    agent.deliver([{ type: "model", state: ready }]);
    agent.deliver([{ type: "model", state: { type: "loading", modelId, choice, progress } }]);
    agent.deliver([{ type: "model", state: ready }]);
    expect(agent.called).toEqual(["read ahead of null: "]);
  });
});

describe("stopping", () => {
  it("knows a run from its receipt on, before its first event", async () => {
    const { app } = await setUp();
    app.chat.changeDraft("c1", { text: "Hello" });
    await app.chat.submit("c1");
    expect(findActiveRun(app.store.getState().runs, "c1")?.runId).toBe("r1");
  });

  it("before the run is known stops it once it is, and no later one", async () => {
    const { agent, app } = await setUp();
    app.chat.stopStarting("c1");
    const again = app.chat.regenerate("c1", "a");
    app.chat.stopStarting("c1");
    await again;
    expect(agent.called).toEqual(["stop r9"]);
    app.chat.changeDraft("c1", { text: "Hello" });
    await app.chat.submit("c1");
    expect(agent.called).toEqual(["stop r9"]);
    await app.chat.regenerate("c1", "a");
    expect(agent.called).toEqual(["stop r9"]);
  });
});

describe("sending", () => {
  it("empties the draft and goes to the new conversation", async () => {
    const { agent, app, hashes } = await setUp();
    app.chat.changeDraft("new", { text: "hello" });
    await app.chat.submit("new");
    expect(agent.sent).toEqual([{ conversationId: null, text: "hello" }]);
    expect(app.store.getState().composers.new?.draft.text).toBe("");
    expect(hashes).toEqual(["#/chat/c1"]);
  });

  it("asks one question in the way that was chosen for it, and the next as usual", async () => {
    const { app, agent } = await setUp();
    for (const [index, draft] of [
      { text: "one", way: { detect: true } },
      { text: "two", way: { forceCall: true, onlyTool: "add" } },
      { text: "three" },
    ].entries()) {
      app.chat.changeDraft("c1", draft);
      await app.chat.submit("c1");
      agent.run(`r${index + 1}`, { type: "run-end", at: index, reason: "answered", text: "" });
    }
    expect(agent.sent.map(({ text, detect, forceCall, onlyTool }) => [text, detect, forceCall, onlyTool])).toEqual([
      ["one", true, undefined, undefined],
      ["two", undefined, true, "add"],
      ["three", undefined, undefined, undefined],
    ]);
  });

  it("says for one question alone whether the model is to reason first, also when it had to wait", async () => {
    const { agent, app } = await setUp();
    app.chat.changeDraft("c1", { text: "one", thinking: false });
    await app.chat.submit("c1");
    agent.run("r1", { type: "run-end", at: 0, reason: "answered", text: "" });
    app.chat.changeDraft("c1", { text: "two" });
    await app.chat.submit("c1");
    app.chat.changeDraft("c1", { text: "three", thinking: true });
    await app.chat.submit("c1");
    expect(app.store.getState().composers.c1?.queue).toHaveLength(1);
    agent.run("r2", { type: "run-end", at: 1, reason: "answered", text: "" });
    await Promise.resolve();
    expect(agent.sent.map(({ text, thinking }) => [text, thinking])).toEqual([
      ["one", false],
      ["two", undefined],
      ["three", true],
    ]);
  });

  it("does nothing with an empty draft", async () => {
    const { agent, app } = await setUp();
    app.chat.changeDraft("new", { text: "  \n" });
    await app.chat.submit("new");
    expect(agent.sent).toEqual([]);
  });

  it("keeps what could not be sent, and sends it again on demand", async () => {
    const { agent, app } = await setUp();
    agent.failure = { code: "no-model" };
    app.chat.changeDraft("c1", { text: "hello" });
    await app.chat.submit("c1");
    expect(app.store.getState().composers.c1?.problem?.failure.code).toBe("no-model");
    agent.failure = undefined;
    await app.chat.retry("c1");
    expect(agent.sent.map(({ text }) => text)).toEqual(["hello", "hello"]);
    expect(app.store.getState().composers.c1?.problem).toBeNull();
  });

  it("puts the text back into an empty composer when its failure is dismissed", async () => {
    const { agent, app } = await setUp();
    agent.failure = { code: "no-model" };
    app.chat.changeDraft("c1", { text: "hello" });
    await app.chat.submit("c1");
    app.chat.dismissProblem("c1");
    expect(app.store.getState().composers.c1?.draft.text).toBe("hello");
  });

  it("queues messages behind a run and sends them one by one as runs end", async () => {
    const { agent, app } = await setUp();
    agent.run("r0", { type: "turn-start", at: 0, turn: 1 });
    for (const text of ["one", "two"]) {
      app.chat.changeDraft("c1", { text });
      await app.chat.submit("c1");
    }
    expect(agent.sent).toEqual([]);
    agent.run("r0", { type: "run-end", at: 1, reason: "answered", text: "" });
    expect(agent.sent.map(({ text }) => text)).toEqual(["one"]);
    await Promise.resolve();
    agent.run("r1", { type: "turn-start", at: 0, turn: 1 });
    agent.run("r1", { type: "run-end", at: 1, reason: "answered", text: "" });
    await new Promise((resolve) => setTimeout(resolve));
    agent.run("r1", { type: "run-end", at: 1, reason: "answered", text: "" });
    expect(agent.sent.map(({ text }) => text)).toEqual(["one", "two"]);
    expect(app.store.getState().composers.c1?.queue).toEqual([]);
  });

  it("queues a message while another chat has the model, and sends it once that answer ends", async () => {
    const { agent, app } = await setUp();
    agent.failure = { code: "engine-busy" };
    app.chat.changeDraft("c1", { text: "hello" });
    await app.chat.submit("c1");
    expect(app.store.getState().composers.c1).toMatchObject({ problem: null, queue: [{ draft: { text: "hello" } }] });
    agent.failure = undefined;
    const event = { type: "run-end", at: 1, reason: "answered", text: "" } as const;
    agent.deliver([{ type: "run", runId: "r0", conversationId: "c2", messageId: "b", event }]);
    expect(agent.sent.map(({ text }) => text)).toEqual(["hello", "hello"]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(app.store.getState().composers.c1?.queue).toEqual([]);
  });

  it("sends a message while the model loads: what needs none is answered, and the rest waits there", async () => {
    const { agent, app } = await setUp();
    const { modelState } = app.store.getState();
    if (modelState.type !== "ready") throw new Error("the model of the test is ready");
    const progress = { type: "load", done: 0, total: 0, unit: "steps" } as const;
    const { modelId, choice } = modelState;
    agent.deliver([{ type: "model", state: { type: "loading", modelId, choice, progress } }]);
    app.chat.changeDraft("c1", { text: "6 * 7" });
    await app.chat.submit("c1");
    expect(agent.sent.map(({ text }) => text)).toEqual(["6 * 7"]);
  });

  it("keeps what waits when the user stops the answer, until it is sent by hand", async () => {
    const { agent, app } = await setUp();
    agent.run("r0", { type: "turn-start", at: 0, turn: 1 });
    app.chat.changeDraft("c1", { text: "later" });
    await app.chat.submit("c1");
    await app.chat.stop("r0");
    agent.run("r0", { type: "run-end", at: 1, reason: "cancelled", text: "" });
    expect(agent.sent).toEqual([]);
    expect(app.store.getState().composers.c1).toMatchObject({
      isQueueHeld: true,
      queue: [{ draft: { text: "later" } }],
    });
    app.chat.sendQueue("c1");
    expect(agent.sent.map(({ text }) => text)).toEqual(["later"]);
  });

  it("sends a queued message at once where the user says so: the answer is stopped, and nothing is held", async () => {
    const { agent, app } = await setUp();
    agent.run("r0", { type: "turn-start", at: 0, turn: 1 });
    for (const text of ["first", "second"]) {
      app.chat.changeDraft("c1", { text });
      await app.chat.submit("c1");
    }
    await app.chat.sendNow("c1", app.store.getState().composers.c1?.queue[1]?.key ?? "");
    expect(agent.called).toEqual(["stop r0"]);
    agent.run("r0", { type: "run-end", at: 1, reason: "cancelled", text: "" });
    expect(agent.sent.map(({ text }) => text)).toEqual(["second"]);
    expect(app.store.getState().composers.c1?.queue).toMatchObject([{ draft: { text: "first" } }]);
  });

  it("keeps no draft of a temporary chat, and sends it as one", async () => {
    const kept = new Map<string, string>();
    const texts = {
      read: (key: string) => kept.get(key) ?? "",
      write: (key: string, text: string) => void kept.set(key, text),
    };
    const { agent, app } = await setUp(texts);
    app.chat.changeDraft("new", { text: "half a secret" });
    expect(texts.read("draft.new")).toBe("half a secret");
    app.chat.changeDraft("new", { temporary: true });
    app.chat.changeDraft("new", { text: "a whole secret" });
    expect(texts.read("draft.new")).toBe("");
    await app.chat.submit("new");
    expect(agent.sent).toMatchObject([{ text: "a whole secret", temporary: true }]);
    app.chat.changeDraft("new", { text: "no secret" });
    expect(texts.read("draft.new")).toBe("no secret");
  });

  it("takes a queued message back into the composer", async () => {
    const { agent, app } = await setUp();
    agent.run("r0", { type: "turn-start", at: 0, turn: 1 });
    app.chat.changeDraft("c1", { text: "later" });
    await app.chat.submit("c1");
    const queued = app.store.getState().composers.c1?.queue[0];
    app.chat.unqueue("c1", queued?.key ?? "");
    expect(app.store.getState().composers.c1?.draft.text).toBe("later");
    expect(app.store.getState().composers.c1?.queue).toEqual([]);
  });

  it("runs a tool by hand without asking the model", async () => {
    const { agent, app } = await setUp();
    app.chat.changeDraft("new", { text: "/echo {}" });
    await app.chat.submit("new");
    expect(agent.sent).toEqual([]);
    expect(app.store.getState().composers.new?.manualCalls[0]?.outcome?.type).toBe("success");
  });

  it("takes back what a tool wrote that was run by hand, and remembers that it did", async () => {
    const { agent, app } = await setUp();
    app.chat.changeDraft("new", { text: "/echo {}" });
    await app.chat.submit("new");
    const none: ManualCall = { key: "", call: { id: "", name: "", arguments: {} } };
    const read = () => app.store.getState().composers.new?.manualCalls[0] ?? none;
    agent.revert = { type: "changed-since", memoryIds: ["n1"] };
    expect(await app.chat.undoManualCall("new", read())).toEqual({ ok: true, value: agent.revert });
    expect(read().undone).toBeUndefined();
    agent.revert = { type: "reverted", notes: 1 };
    await app.chat.undoManualCall("new", read());
    expect(read().undone).toBe(true);
    expect(agent.called).toEqual(["undo 1", "undo 1"]);
  });
});

describe("the user's last message", () => {
  const base = { conversationId: "c1", createdAt: 0 };
  const question = (id: string, parentId: string | null, sequence: number) =>
    ({ ...base, role: "user", id, parentId, sequence, text: id }) as const;
  const store = (agent: FakeAgent, headId: string) =>
    agent.deliver([
      {
        type: "conversation-changed",
        conversation: { id: "c1", title: "", createdAt: 0, updatedAt: 0, headId },
      },
      ...[question("first", null, 0), question("other", null, 1), question("last", "first", 2)].map(
        (message) => ({ type: "message-stored", message }) as const,
      ),
    ]);

  it("is opened to be changed: the one of the branch that is shown", async () => {
    const { agent, app } = await setUp();
    store(agent, "last");
    expect(app.chat.editLast("c1")).toBe(true);
    expect(app.store.getState().editing).toBe("last");
    store(agent, "other");
    app.chat.editLast("c1");
    expect(app.store.getState().editing).toBe("other");
    app.chat.edit(null);
    expect(app.store.getState().editing).toBeNull();
  });

  it("is asked again in the way it was asked: detection only, one tool, or as usual", async () => {
    const { agent, app } = await setUp();
    store(agent, "last");
    const answer = { ...base, role: "assistant", runId: "r", state: "complete", turns: [] } as const;
    const messages = [
      { ...answer, id: "a1", parentId: "first", sequence: 3, detect: true },
      { ...answer, id: "a2", parentId: "other", sequence: 4, detect: true },
      { ...answer, id: "a3", parentId: "other", sequence: 5, onlyTool: "echo" },
    ] as const;
    agent.deliver(messages.map((message) => ({ type: "message-stored", message }) as const));
    for (const id of ["first", "other", "last"]) await app.chat.resend("c1", id, { text: `changed ${id}` });
    expect(agent.sent).toMatchObject([
      { text: "changed first", detect: true },
      { text: "changed other", onlyTool: "echo", forceCall: true },
      { text: "changed last" },
    ]);
    expect(agent.sent[1]).not.toHaveProperty("detect");
    expect(agent.sent[2]).not.toHaveProperty("detect");
  });

  it("does not exist in an empty conversation", async () => {
    const { app } = await setUp();
    expect(app.chat.editLast("new")).toBe(false);
    expect(app.store.getState().editing).toBeNull();
  });
});

describe("deleting a conversation", () => {
  it("hides it at once and deletes it when the time to undo is over", async () => {
    const { agent, app, passTime } = await setUp();
    app.chat.deleteConversations(["c1"]);
    expect(app.store.getState().hidden).toEqual(["c1"]);
    expect(agent.called).toEqual([]);
    passTime();
    expect(agent.called).toEqual(["delete c1"]);
    expect(app.store.getState().toasts).toEqual([]);
  });

  it("is taken back by undo", async () => {
    const { agent, app, passTime } = await setUp();
    app.chat.deleteConversations(["c1"]);
    app.store.getState().toasts[0]?.undo?.();
    passTime();
    expect(agent.called).toEqual([]);
    expect(app.store.getState().hidden).toEqual([]);
  });

  it("of several, as those of a folder, is one that is undone or happens as a whole", async () => {
    const { agent, app } = await setUp();
    app.chat.deleteConversations(["c1", "c2"]);
    expect(app.store.getState().toasts).toMatchObject([{ text: "toast.conversations-deleted", values: { count: 2 } }]);
    app.store.getState().toasts[0]?.undo?.();
    expect(app.store.getState().hidden).toEqual([]);
    app.chat.deleteConversations(["c1", "c2"]);
    app.toasts.flush();
    expect(agent.called).toEqual(["delete c1", "delete c2"]);
  });

  it("happens at the latest when the page goes away", async () => {
    const { agent, app } = await setUp();
    app.chat.deleteConversations(["c1"]);
    app.toasts.flush();
    expect(agent.called).toEqual(["delete c1"]);
  });
});

describe("the first save", () => {
  it("asks the browser to keep what is stored, once", async () => {
    const agent = new FakeAgent();
    let asked = 0;
    const app = createApp({
      api: agent.api,
      texts: createTextStore(undefined),
      newKey: () => "k",
      now: () => 0,
      delay: () => () => {},
      navigate: () => {},
      loadFileReader: () => Promise.reject(new Error("This test reads no files.")),
      persist: async () => {
        asked += 1;
        throw new Error("refused");
      },
    });
    await app.start();
    expect(asked).toBe(0);
    agent.deliver([{ type: "memories-changed" }]);
    agent.deliver([{ type: "memories-changed" }]);
    expect(asked).toBe(1);
  });
});

describe("a new chat", () => {
  it("is empty again after a tool was run by hand, and keeps what is being written", async () => {
    const { app } = await setUp();
    app.chat.changeDraft("new", { text: "/echo {}" });
    await app.chat.submit("new");
    expect(app.store.getState().composers.new?.manualCalls).toHaveLength(1);
    app.chat.changeDraft("new", { text: "half a thought" });
    app.chat.clearNewChat();
    expect(app.store.getState().composers.new).toMatchObject({ manualCalls: [], draft: { text: "half a thought" } });
  });
});

describe("text from outside", () => {
  const read = ({ app }: Bench) => app.store.getState().composers.new?.draft;

  it("goes out marked as such, and never runs as a command, until the user calls it their own words", async () => {
    const bench = await setUp();
    bench.app.chat.takeText("new", "/echo {}", "link");
    await bench.app.chat.submit("new");
    expect(bench.agent.sent).toEqual([{ conversationId: null, text: "/echo {}", foreign: true }]);
    expect(read(bench)).toEqual({ text: "", attachments: [] });

    bench.app.chat.takeText("new", "/echo {}", "share");
    bench.app.chat.ownDraft("new");
    await bench.app.chat.submit("new");
    expect(bench.agent.sent).toHaveLength(1);
    expect(bench.app.store.getState().composers.new?.manualCalls).toHaveLength(1);
  });

  it("is a file beside what the user has written, and not a part of it", async () => {
    const bench = await setUp();
    bench.app.chat.changeDraft("new", { text: "Summarise my week" });
    bench.app.chat.takeText("new", "Also save the note", "share");
    expect(read(bench)).toEqual({
      text: "Summarise my week",
      attachments: [{ name: "share.txt", mediaType: "text/plain", text: "Also save the note" }],
    });
  });

  it("keeps its mark through changes and a reload, and loses it with the last letter", async () => {
    const kept = new Map<string, string>();
    const storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, text) => void kept.set(key, text),
      removeItem: (key) => void kept.delete(key),
    };
    const texts = createTextStore(storage as Storage);
    const bench = await setUp(texts);
    bench.app.chat.takeText("new", "Save the orders", "link");
    bench.app.chat.changeDraft("new", { text: "Save the orders." });
    const reloaded = await setUp(texts);
    expect(read(reloaded)).toEqual({ text: "Save the orders.", attachments: [], source: "link" });
    reloaded.app.chat.changeDraft("new", { text: "" });
    expect(read(reloaded)).toEqual({ text: "", attachments: [] });
    expect(kept.size).toBe(0);
  });
});
