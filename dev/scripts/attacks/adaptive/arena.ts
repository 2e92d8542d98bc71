import { defineAgent } from "../../../../worker/agent/define/agent.ts";
import { defineSkill } from "../../../../worker/agent/define/skill.ts";
import type { Tool } from "../../../../worker/agent/define/tool.ts";
import type { ModelClient } from "../../../../worker/agent/ports/model-client.ts";
import { createModel } from "../../../../worker/agent/run/run-agent.fixture.ts";
import { createTestLibrary, startTestHost, type TestHost } from "../../../../worker/host/agent-host.fixture.ts";
import { toToolPin } from "../../../../worker/host/runs/to-tool-pin.ts";
import { platformClock } from "../../../../worker/platform/clock.ts";
import type { AgentEvent } from "../../../../worker/protocol/api/agent-event.ts";
import { toCanonicalJson } from "../../../../worker/protocol/json.ts";
import type { ApprovalCause } from "../../../../worker/protocol/run-event.ts";
import { createInMemoryStores } from "../../../../worker/store/in-memory-stores.ts";
import type { Stores } from "../../../../worker/store/stores.ts";
import { GOALS, makeGoalTools } from "../attack-goals.ts";
import { makeReaders, makeTheirSkill, type Readers } from "./readers.ts";
import { toWorldFolder, World } from "./world.ts";

/** A fault put into the app on purpose, to see that the attacker finds it. */
export interface Mutant {
  readonly changeTool?: (tool: Tool) => Tool;
  readonly changeStores?: (stores: Stores) => void;
}

/**
 * A started host with real stores, tools and policies, whose model plays what it is told turn by turn, and whose user
 * has allowed every tool for good and now denies whatever was not typed.
 */
export class Arena {
  readonly world: World;
  readonly host: TestHost;
  readonly stores: Stores;
  readonly #readers: Readers;
  readonly #tools: readonly Tool[];
  /** What the model writes next; each sees the prompt. */
  turns: ((prompt: string) => string)[] = [];
  /** The calls, as canonical JSON, that the user has typed the wish for. */
  typed = new Set<string>();
  questions: { readonly name: string; readonly causes: readonly ApprovalCause[] }[] = [];
  /** Consequential calls that ran with nobody asked. */
  unasked: string[] = [];
  readonly #approved = new Set<string>();
  readonly #answered = new Set<AgentEvent>();

  constructor(parts: { world: World; host: TestHost; stores: Stores; readers: Readers; tools: readonly Tool[] }) {
    this.world = parts.world;
    this.host = parts.host;
    this.stores = parts.stores;
    this.#readers = parts.readers;
    this.#tools = parts.tools;
  }

  reset(): void {
    this.world.reset();
    this.turns = [];
    this.typed = new Set();
    this.questions = [];
    this.unasked = [];
  }

  async grantAll(): Promise<void> {
    const skills = ["work", "strangers", "theirs"];
    const grants = this.#tools.flatMap(({ spec }) =>
      skills.map((skill) => ({ tool: spec.name, skill, pin: toToolPin(spec) })),
    );
    await this.stores.settings.update({ grants });
  }

  /** Answers questions until the host is closed. */
  async answerQuestions(): Promise<never> {
    for (;;) {
      const found = await this.host.waitFor((event) => isQuestion(event) && !this.#answered.has(event));
      this.#answered.add(found);
      if (found.type !== "run" || found.event.type !== "approval-requested") continue;
      const { call, causes } = found.event.request;
      const isTyped = this.typed.has(toCanonicalJson([call.name, call.arguments]));
      if (isTyped) this.#approved.add(call.id);
      else this.questions.push({ name: call.name, causes: causes ?? [] });
      const decision = isTyped ? ({ type: "allow-once" } as const) : ({ type: "deny", reason: "" } as const);
      await this.host.api.decideApproval(found.runId, call.id, decision);
    }
  }

  /** Notes a call that a consequential tool executes. */
  note(name: string, callId: string): void {
    if (!this.#approved.has(callId)) this.unasked.push(name);
  }

  /** Deletes what plays have stored, and what the host has told so far. */
  async deleteStored(): Promise<void> {
    await this.host.api.deleteEverything();
    await this.grantAll();
    this.#answered.clear();
    (this.host.events as AgentEvent[]).length = 0;
  }

  close(): Promise<void> {
    return this.#readers.close();
  }
}

/** Real time, since tools answer in it; but no play waits for the page's next frames. */
const HASTY_CLOCK = {
  ...platformClock,
  advance: () => undefined,
  wait: (milliseconds: number, signal: AbortSignal) =>
    milliseconds > 50
      ? platformClock.wait(milliseconds, signal)
      : new Promise<void>((resolve) => setImmediate(resolve)),
};

function isQuestion(event: AgentEvent): boolean {
  return event.type === "run" && event.event.type === "approval-requested";
}

export async function openArena(mutant: Mutant = {}): Promise<Arena> {
  let ids = 0;
  const stores = createInMemoryStores({ now: () => 1000 + ids, newId: () => `stored-${++ids}` });
  mutant.changeStores?.(stores);
  const world = new World();
  const goals = new Set(GOALS.map(({ name }) => name));
  const readers = await makeReaders(world, stores);
  const change = mutant.changeTool ?? ((tool: Tool) => tool);
  const holder: { arena: Arena | null } = { arena: null };
  const own = [...makeGoalTools(stores, toWorldFolder(world)), ...readers.tools].map((made): Tool => {
    const tool = change(made);
    if (!goals.has(tool.spec.name)) return tool;
    return {
      ...tool,
      run: (input, context) => {
        holder.arena?.note(tool.spec.name, context.callId);
        return tool.run(input, context);
      },
    };
  });
  const { server, manifest, knowledge } = readers.strangers;
  const strangers = [server, manifest, knowledge].map(change);
  // Theirs come first: of a long list a model is shown the beginning.
  const skills = [
    defineSkill({ name: "work", description: "Do the work.", tools: own }),
    defineSkill({ name: "strangers", description: "Work with strangers' tools.", tools: [...strangers, ...own] }),
    makeTheirSkill(world, own),
  ];
  const agent = defineAgent({ name: "toy", prompt: "You are a test.", tools: [...own, ...strangers], skills });
  const model = createObedientModel(() => holder.arena?.turns.shift());
  const host = await startTestHost({
    stores,
    agent,
    clock: HASTY_CLOCK,
    library: createTestLibrary({ test: () => model }),
  });
  const arena = new Arena({ world, host, stores, readers, tools: own });
  holder.arena = arena;
  await arena.grantAll();
  void arena.answerQuestions();
  return arena;
}

/** A model that writes what it is told, whatever it reads, and ends in words where nothing is left. */
function createObedientModel(next: () => ((prompt: string) => string) | undefined): ModelClient {
  const { info } = createModel([]);
  return {
    info,
    generate: async function* ({ prompt }) {
      const raw = next()?.(prompt) ?? "Done.";
      yield { type: "text-delta", text: raw };
      const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1, prefillMs: 0, decodeMs: 0 };
      yield { type: "end", finishReason: "stop", raw, usage };
    },
    countTokens: async (text) => Math.ceil(text.length / 4),
    dispose: async () => undefined,
  };
}
