import type { RunEvent } from "../../protocol/run-event.ts";
import type { Run } from "../define/run.ts";

/** Begins the run's next turn: counts it, and gives the event that says so. */
export function startTurn({ progress, at }: Pick<Run, "progress" | "at">): RunEvent {
  progress.turn += 1;
  return { type: "turn-start", at: at(), turn: progress.turn };
}
