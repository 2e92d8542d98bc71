import type { Format, ThreadMessage } from "../../formats/format.ts";
import type { Budget, RunEvent } from "../../protocol/run-event.ts";
import type { RunDeps } from "../ports/run-deps.ts";
import type { BudgetMeter } from "./budget.ts";
import type { RunRequest } from "./run-request.ts";

/** A run under way: what it was started with, and how far it has come. */
export interface Run {
  readonly request: RunRequest;
  readonly deps: RunDeps;
  readonly format: Format;
  readonly budget: Budget;
  readonly meter: BudgetMeter;
  readonly progress: RunProgress;
  /** Milliseconds since the run's start. */
  at(): number;
}

/** The changing part of a run; its parts (loops, flow nodes) write it one after the other. */
export interface RunProgress {
  /** Turns begun so far. */
  turn: number;
  /** What the model holds: its last prompt and output, as text. */
  sent: string;
  /** The newest text for the user. */
  text: string;
  /** Text from outside has been read. */
  tainted: boolean;
  /** What was said, as the model reads it; grows at the end. */
  readonly thread: ThreadMessage[];
}

/** How a run ended: the last event without its place in time. */
export type RunEnd = Omit<Extract<RunEvent, { type: "run-end" }>, "type" | "at">;
