import type { AgentEvent } from "../protocol/api/agent-event.ts";
import type { RunEvent } from "../protocol/run-event.ts";

/** How long events are collected before they are sent, in milliseconds: about two frames. */
const BATCH_MS = 33;

/** Collects events and delivers them to the page in order, in batches. `wait` resolves after so many milliseconds. */
export function createEventOutbox(wait: (milliseconds: number) => Promise<void>) {
  let deliver: (events: readonly AgentEvent[]) => unknown = () => undefined;
  let queue: AgentEvent[] = [];
  const send = async (): Promise<void> => {
    const batch = mergeDeltas(queue);
    queue = [];
    try {
      await deliver(batch);
    } catch {
      // The page is gone or its handler failed. The run continues and is stored all the same.
    }
  };
  return {
    push: (event: AgentEvent): void => {
      if (queue.length === 0) void wait(BATCH_MS).then(send);
      queue.push(event);
    },
    subscribe: (next: (events: readonly AgentEvent[]) => unknown): void => {
      deliver = next;
    },
  };
}

/** Joins consecutive deltas of one turn, so that a batch carries one piece of text instead of one per token. */
function mergeDeltas(events: readonly AgentEvent[]): AgentEvent[] {
  const merged: AgentEvent[] = [];
  for (const next of events) {
    const last = merged.at(-1);
    const joined =
      last?.type === "run" && next.type === "run" && last.runId === next.runId ? join(last.event, next.event) : null;
    if (joined !== null && next.type === "run") merged[merged.length - 1] = { ...next, event: joined };
    else merged.push(next);
  }
  return merged;
}

function join(last: RunEvent, next: RunEvent): RunEvent | null {
  const isDelta = last.type === "text-delta" || last.type === "reasoning-delta";
  if (isDelta && last.type === next.type && last.turn === next.turn) return { ...last, text: last.text + next.text };
  if (last.type === "prefill-progress" && next.type === "prefill-progress") return next;
  return null;
}
