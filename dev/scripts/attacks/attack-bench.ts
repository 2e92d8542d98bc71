import { type App, createApp } from "../../../app/state/create-app.ts";
import { createTextStore } from "../../../app/state/text-store.ts";
import type { Tool } from "../../../worker/agent/define/tool.ts";
import { createModel, toyAgent } from "../../../worker/agent/run/run-agent.fixture.ts";
import { createResponders } from "../../../worker/fastpath/registry.ts";
import { ask, createTestLibrary, startTestHost, type TestHost } from "../../../worker/host/agent-host.fixture.ts";
import { toToolPin } from "../../../worker/host/runs/to-tool-pin.ts";
import { platformClock } from "../../../worker/platform/clock.ts";
import type { AgentEvent } from "../../../worker/protocol/api/agent-event.ts";
import type { SendRequest } from "../../../worker/protocol/api/runs-api.ts";
import type { RunEvent } from "../../../worker/protocol/run-event.ts";
import { createInMemoryStores } from "../../../worker/store/in-memory-stores.ts";
import type { Stores } from "../../../worker/store/stores.ts";

/** A started host whose model plays given outputs, and a user who denies every question. */
export interface AttackBench {
  readonly host: TestHost;
  readonly stores: Stores;
  /** The page's state over this host, as a user's composer uses it. */
  readonly app: App;
  /** Every prompt that any model of this host was given. */
  readonly prompts: readonly string[];
  /** Names of the consequential tools that ran. */
  readonly executed: readonly string[];
  /** Number of questions that the user was asked. */
  readonly asked: number;
  ask(
    text: string,
    options?: Partial<SendRequest>,
  ): Promise<{ readonly conversationId: string; readonly answerId: string }>;
  /** Waits for the run that the page has started. */
  submit(): Promise<void>;
  /** Has the page send what it heard hands free, and waits for the answer. */
  hear(conversationId: string, words: string): Promise<void>;
  waitForRun(runId: string): Promise<void>;
}

interface BenchOptions {
  /** What the model writes, turn by turn; `foreign` ones belong to a replayed file that is loaded first. */
  readonly outputs: readonly string[];
  readonly foreignOutputs?: readonly string[];
  readonly makeTools: (stores: Stores) => readonly Tool[] | Promise<readonly Tool[]>;
  /** Names of the tools whose executions are counted. */
  readonly consequential: ReadonlySet<string>;
  /** True if the user has allowed all tools for good. */
  readonly granted: boolean;
  /** True where the app's exact skills answer what they understand. */
  readonly exact?: boolean;
}

export async function openAttackBench(options: BenchOptions): Promise<AttackBench> {
  const { outputs, foreignOutputs, makeTools, consequential, granted, exact = false } = options;
  let ids = 0;
  const stores = createInMemoryStores({ now: () => Date.now(), newId: () => `stored-${++ids}` });
  const executed: string[] = [];
  const tools = (await makeTools(stores)).map((tool): Tool => {
    if (!consequential.has(tool.spec.name)) return tool;
    return {
      ...tool,
      run: (input, context) => {
        executed.push(tool.spec.name);
        return tool.run(input, context);
      },
    };
  });
  if (granted) {
    await stores.settings.update({
      grants: tools.map(({ spec }) => ({ tool: spec.name, skill: "work", pin: toToolPin(spec) })),
    });
  }
  const model = createModel(outputs);
  const replayed = foreignOutputs === undefined ? undefined : createModel(foreignOutputs);
  const host = await startTestHost({
    stores,
    agent: toyAgent(tools),
    ...(exact ? { responders: createResponders() } : {}),
    // Real time, because tools answer in it.
    clock: { ...platformClock, advance: () => undefined },
    library: createTestLibrary({
      ...(replayed === undefined ? {} : { test: () => ({ ...replayed, info: { ...replayed.info, foreign: true } }) }),
      [replayed === undefined ? "test" : "own"]: () => model,
    }),
  });
  let asked = 0;
  const answered = new Set<AgentEvent>();
  const denyAll = async (): Promise<never> => {
    for (;;) {
      const event = await host.waitFor((each) => isQuestion(each) && !answered.has(each));
      answered.add(event);
      asked += 1;
      if (!isQuestion(event)) continue;
      await host.api.decideApproval(event.runId, event.event.request.call.id, { type: "deny", reason: "" });
    }
  };
  void denyAll();
  let keys = 0;
  const app = createApp({
    api: host.api,
    texts: createTextStore(undefined),
    navigate: () => undefined,
    loadFileReader: () => Promise.reject(new Error("Attacks read no files.")),
    now: () => performance.now(),
    newKey: () => `key-${++keys}`,
    delay: () => () => undefined,
  });
  app.store.setState(await host.api.start());
  const waitForRun = async (runId: string): Promise<void> => {
    await host.runEvents(runId);
  };
  const follow = async (send: () => Promise<void>): Promise<void> => {
    const before = new Set(host.events.flatMap((event) => (event.type === "run" ? [event.runId] : [])));
    await send();
    const started = await host.waitFor((event) => event.type === "run" && !before.has(event.runId));
    if (started.type === "run") await waitForRun(started.runId);
  };
  return {
    host,
    stores,
    app,
    executed,
    waitForRun,
    get prompts() {
      return [...model.prompts, ...(replayed?.prompts ?? [])];
    },
    get asked() {
      return asked;
    },
    ask: async (text, sent) => {
      const { conversationId, assistantMessageId } = await ask(host, text, sent);
      return { conversationId, answerId: assistantMessageId };
    },
    submit: () => follow(() => app.chat.submit("new")),
    hear: (conversationId, words) => follow(() => app.chat.continueRun(conversationId, words, "voice")),
  };
}

type Question = Extract<AgentEvent, { type: "run" }> & {
  readonly event: Extract<RunEvent, { type: "approval-requested" }>;
};

export function isQuestion(event: AgentEvent): event is Question {
  return event.type === "run" && event.event.type === "approval-requested";
}
