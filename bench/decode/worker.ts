import { defineAgent } from "../../worker/agent/define/agent.ts";
import { defineSkill } from "../../worker/agent/define/skill.ts";
import type { ModelClient } from "../../worker/agent/ports/model-client.ts";
import { runAgent } from "../../worker/agent/run/run-agent.ts";
import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import { mergeStarterAdapter } from "../../worker/engines/gguf/starter-adapter.ts";
import { WllamaClient } from "../../worker/engines/wllama/wllama.ts";
import type { LoadedEngine } from "../../worker/engines/wllama/wllama-engine.ts";
import { WLLAMA_WASM_URL } from "../../worker/engines/wllama/wllama-wasm.ts";
import { compact } from "../../worker/formats/dialects/compact.ts";
import { chatmlTemplate } from "../../worker/formats/templates/chatml-template.ts";
import { createEventOutbox } from "../../worker/host/event-outbox.ts";
import { platformClock } from "../../worker/platform/clock.ts";
import { calculate } from "../../worker/tools/arithmetic/calculate.ts";
import { currentTime } from "../../worker/tools/dates/current-time.ts";
import { dateMath } from "../../worker/tools/dates/date-math.ts";
import { stringLength } from "../../worker/tools/text/string-length.ts";
import { convertUnits } from "../../worker/tools/units/convert-units.ts";
import { createPieces, decodeRaw, loadRaw, PROMPT, TOKENS } from "./engines.ts";

/** What the page asks. `raw` and `ours` answer with pieces; `locked` and `free` with what was written. */
export type DecodeTask =
  | { readonly type: "load"; readonly threads: number }
  | { readonly type: "raw" | "ours" | "locked" | "free" };

const TOOLS = [calculate, currentTime, dateMath, convertUnits, stringLength];
/** What was written, at so many milliseconds a token. */
export interface LockedText {
  readonly ms: number;
  readonly text: string;
}

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
  return task.type === "ours" ? playRun(client) : decodeLocked(client, task.type === "locked");
}

async function loadOwn(threads: number): Promise<ModelClient> {
  const file = await (await fetch(`/${STARTER_FILE.path}`)).blob();
  const merged = await mergeStarterAdapter(file, STARTER_FILE.sha256);
  const loaded = await WllamaClient.load(
    {
      ...{ modelId: "starter", files: [merged], format: "compact", toTemplate: () => chatmlTemplate },
      ...{ contextTokens: 2048, threads, wideCache: true, wasmUrl: WLLAMA_WASM_URL },
    },
    never,
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return loaded.value;
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

/**
 * The starter's own prompt with and without a grammar of five tools: it writes the same call either way, so that only the
 * lock differs. Milliseconds of a token after the first.
 */
async function decodeLocked(model: ModelClient, isLocked: boolean): Promise<LockedText> {
  const specs = TOOLS.map(({ spec }) => spec);
  const prompt =
    chatmlTemplate.renderStart(compact.renderSystem("You are a helpful assistant.", specs)) +
    chatmlTemplate.renderTurn("user", "How long is the word incomprehensibilities?") +
    chatmlTemplate.assistantStart;
  const constraint = isLocked ? compact.toConstraint(specs, "forced") : null;
  const pieces = createPieces();
  const request = { prompt, constraint, stop: [], maxTokens: 24, temperature: 0, signal: never };
  let [written, text] = [0, ""];
  for await (const event of model.generate(request)) {
    if (event.type === "text-delta") pieces.note();
    if (event.type === "end") [written, text] = [event.usage.completionTokens, event.raw];
    if (event.type === "failure" || (event.type === "end" && event.notice !== undefined)) throw new Error("not locked");
  }
  const { first, last } = pieces.read();
  return { ms: (last - first) / (written - 1), text };
}

self.onmessage = ({ data }: MessageEvent<DecodeTask>) => {
  run(data).then(
    (value) => self.postMessage({ value }),
    (error: unknown) => self.postMessage({ error: String(error) }),
  );
};
