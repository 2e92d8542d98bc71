import type { GenerateRequest, ModelClient, ModelInfo } from "../../agent/ports/model-client.ts";
import { createDeferred } from "../../platform/deferred.ts";
import { resolvesWithin } from "../../platform/race-abort.ts";
import { ENGINE_LOSSES, type Failure, type Result } from "../../protocol/failure.ts";
import type { LoadProgress } from "../../protocol/model.ts";
import { NO_USAGE } from "../generation/exclusive-generation.ts";
import type { EngineMessage, EngineState, SentInfo } from "./engine-message.ts";
import { GenerationQueue } from "./generation-queue.ts";
import type { Seat, SeatEnd, SeatEvent, SharedModelDeps } from "./seat.ts";
import { GRACE_MS, type HeldLock } from "./tab-link.ts";

/** How long the next tab waits for an engine that is being unloaded. */
const DISPOSE_MS = 2000;
/** How often a load's progress is told to the other tabs at most. */
const TELL_MS = 200;

/** Loads the model in this tab, which holds its lock, and answers the other tabs from then on. */
export async function lead(
  deps: SharedModelDeps,
  lock: HeldLock,
  onProgress: (progress: LoadProgress) => void,
  signal: AbortSignal,
): Promise<Result<Seat>> {
  const office = openOffice(deps, lock);
  let toldAt = Number.NEGATIVE_INFINITY;
  const report = (progress: LoadProgress): void => {
    onProgress(progress);
    const now = performance.now();
    if (now - toldAt < TELL_MS) return;
    toldAt = now;
    office.tell({ type: "loading", progress });
  };
  try {
    const loaded = await deps.load(report, signal);
    if (loaded.ok) return { ok: true, value: toSeat(loaded.value, deps, office) };
    // Where the user of this tab has cancelled, the others may still want the model.
    const { failure } = loaded;
    office.tell(failure.code === "cancelled" ? { type: "freed" } : { type: "failed", failure });
    // Those in line hear of it before they could try the same.
    setTimeout(office.close, failure.code === "cancelled" ? 0 : GRACE_MS);
    return loaded;
  } catch (error) {
    office.close();
    throw error;
  }
}

/** The leader's word to the other tabs. */
function openOffice({ key, link }: SharedModelDeps, lock: HeldLock) {
  let state: EngineState = { type: "loading", progress: null };
  /** Tells where the engine stands, now and whenever another tab asks. */
  const tell = (next: EngineState): void => {
    state = next;
    link.post({ type: "state", key, from: link.self, state });
  };
  const end = link.listen((message) => {
    if (message.key === key && message.type === "hello") tell(state);
  });
  tell(state);
  return {
    taken: lock.taken,
    tell,
    /** Says nothing more. */
    end,
    /** Says nothing more, and lets another tab lead. */
    close: (): void => {
      end();
      lock.release();
    },
  };
}

function toSeat(client: ModelClient, deps: SharedModelDeps, office: ReturnType<typeof openOffice>): Seat {
  const queue = new GenerationQueue();
  let isOver = false;
  const { promise: lost, resolve: lose } = createDeferred<Failure>();
  void client.lost?.then(lose);
  const generate = (request: GenerateRequest) => generateInTurn(client, { queue, request, isOver: () => isOver });
  const endService = serve(deps, client, generate, lose);
  office.tell({ type: "ready", info: toSentInfo(client.info) });
  // This tab did not answer for long, asleep perhaps, and another has loaded the model meanwhile.
  const over = office.taken.then(async (): Promise<SeatEnd> => {
    isOver = true;
    office.end();
    endService();
    const place = queue.enter(new AbortController().signal);
    void place.ready.then(() => client.dispose()).finally(place.leave);
    return { type: "moved" };
  });
  const leave = async (): Promise<void> => {
    isOver = true;
    // Before the ends of what they asked: the other tabs go on elsewhere.
    office.tell({ type: "freed" });
    endService();
    const disposed = client.dispose();
    // A lost engine may never release what it holds.
    await resolvesWithin(
      disposed.catch(() => undefined),
      DISPOSE_MS,
    );
    office.close();
    await disposed;
  };
  return { info: client.info, over, lost, generate, countTokens: (text) => client.countTokens(text), leave };
}

/** One generation when its turn has come. */
async function* generateInTurn(
  client: ModelClient,
  { queue, request, isOver }: { queue: GenerationQueue; request: GenerateRequest; isOver(): boolean },
): AsyncGenerator<SeatEvent, void, void> {
  const place = queue.enter(request.signal);
  try {
    if (!place.isFirst) yield { type: "prefill-progress", done: 0, total: 0, waiting: true };
    if (!(await place.ready)) yield { type: "end", finishReason: "aborted", raw: "", usage: NO_USAGE };
    else if (isOver()) yield { type: "moved" };
    else yield* client.generate(request);
  } finally {
    place.leave();
  }
}

/** Answers what other tabs ask of the engine. Returns a function that ends it. */
function serve(
  { key, link }: SharedModelDeps,
  client: ModelClient,
  generate: Seat["generate"],
  lose: (failure: Failure) => void,
): () => void {
  const jobs = new Map<string, AbortController>();
  const answer = async ({ from, id, request }: Extract<EngineMessage, { type: "generate" }>): Promise<void> => {
    const controller = new AbortController();
    const job = `${from} ${id}`;
    jobs.set(job, controller);
    // The text of a tab that is gone is read by nobody.
    void link.untilEnded(from, controller.signal).then(() => controller.abort());
    for await (const event of generate({ ...request, signal: controller.signal })) {
      if (event.type === "moved") break;
      link.post({ type: "event", key, from: link.self, to: from, id, event });
      if (event.type === "failure" && ENGINE_LOSSES.has(event.failure.code)) lose(event.failure);
    }
    jobs.delete(job);
    controller.abort();
  };
  const endListening = link.listen((message) => {
    if (message.key !== key || !("to" in message) || message.to !== link.self) return;
    const { from, id } = message;
    if (message.type === "generate") void answer(message);
    else if (message.type === "stop") jobs.get(`${from} ${id}`)?.abort();
    else if (message.type === "count") {
      void client.countTokens(message.text).then((tokens) => {
        link.post({ type: "counted", key, from: link.self, to: from, id, tokens });
      });
    }
  });
  return () => {
    endListening();
    for (const controller of jobs.values()) controller.abort();
  };
}

function toSentInfo({ template, ...info }: ModelInfo): SentInfo {
  const { renderStart: _start, renderOpening: _opening, renderTurn: _turn, ...rest } = template;
  const { renderToolOpening: _toolOpening, renderToolResults: _toolResults, ...sent } = rest;
  return { ...info, template: sent };
}
