import { defineAgent } from "../../../worker/agent/define/agent.ts";
import { defineSkill } from "../../../worker/agent/define/skill.ts";
import type { ModelClient } from "../../../worker/agent/ports/model-client.ts";
import { runAgent } from "../../../worker/agent/run/run-agent.ts";
import type { LoadedEngine } from "../../../worker/engines/wllama/wllama-engine.ts";
import { createEventOutbox } from "../../../worker/host/event-outbox.ts";
import { platformClock } from "../../../worker/platform/clock.ts";
import { createPieces, decodeRaw, loadOwn, loadRaw, PROMPT, TOKENS } from "./engines.ts";

/** What the page asks. `raw` and `ours` answer with pieces. */
export type DecodeTask = { readonly type: "load"; readonly threads: number } | { readonly type: "raw" | "ours" };

const never = new AbortController().signal;
let raw: LoadedEngine | null = null;
let client: ModelClient | null = null;

async function run(task: DecodeTask): Promise<unknown> {
  if (task.type === "load") {
    raw = await loadRaw(task.threads);
    client = await loadOwn(task.threads);
    return null;
  }
  if (raw === null || client === null) throw new Error("nothing is loaded");
  if (task.type === "raw") {
    const pieces = createPieces();
    await decodeRaw(raw.wllama, () => pieces.note());
    return { ...pieces.read(), count: TOKENS };
  }
  return playRun(client);
}

/** A run of the loop on the same prompt, whose events go to the page in batches of a frame, as the app sends them. */
async function playRun(model: ModelClient): Promise<unknown> {
  const outbox = createEventOutbox((milliseconds) => platformClock.wait(milliseconds, never));
  await outbox.subscribe(async (events) => self.postMessage({ events }));
  const skill = defineSkill({ name: "work", description: "Answer.", tools: [] });
  const agent = defineAgent({ name: "bench", prompt: "You help.", tools: [], skills: [skill] });
  // The prompt is the same text for all: the rate of writing depends on what was read.
  const plain: ModelClient = {
    info: { ...model.info, constraint: "none" },
    generate: (request) => model.generate({ ...request, prompt: PROMPT, constraint: null, maxTokens: TOKENS }),
    countTokens: (text) => model.countTokens(text),
    dispose: async () => undefined,
  };
  const pieces = createPieces();
  let written = 0;
  let ids = 0;
  const request = {
    ...{ runId: "r", conversationId: "c", messageId: "m", agent, skill, question: "Go on.", history: [] },
    ...{ memory: false, signal: never },
  };
  const deps = {
    model: plain,
    clock: platformClock,
    timeZone: "UTC",
    newId: () => `id-${++ids}`,
    askApproval: async () => ({ type: "deny", reason: "" }) as const,
    isGranted: () => false,
  };
  for await (const event of runAgent(request, deps)) {
    if (event.type === "text-delta") pieces.note();
    // What is read for calls may come in other pieces than tokens.
    if (event.type === "turn-end") written = event.usage.completionTokens;
    outbox.push({ type: "run", runId: "r", conversationId: "c", messageId: "m", event });
  }
  return { ...pieces.read(), count: written };
}

self.onmessage = ({ data }: MessageEvent<DecodeTask>) => {
  run(data).then(
    (value) => self.postMessage({ value }),
    (error: unknown) => self.postMessage({ error: String(error) }),
  );
};
