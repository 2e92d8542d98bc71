import type { Format, ThreadMessage } from "../../formats/format.ts";
import type { Budget, RunEvent } from "../../protocol/run-event.ts";
import type { RunDeps } from "../ports/run-deps.ts";
import type { TurnPolicy } from "../ports/turn-policy.ts";
import type { BudgetMeter } from "../state/budget.ts";
import type { RunInput } from "./run-input.ts";

/** A running run: its request, dependencies and progress. */
export interface Run {
  readonly request: RunInput;
  readonly deps: RunDeps;
  /** How the model is asked. */
  readonly policy: TurnPolicy;
  /** The form in which its turns are written and read. */
  readonly format: Format;
  readonly budget: Budget;
  readonly meter: BudgetMeter;
  readonly progress: RunProgress;
  /** Milliseconds since the run's start. */
  at(): number;
}

/** The mutable part of a run, written by one turn after the other. */
export interface RunProgress {
  /** Number of turns begun. */
  turn: number;
  /** The model's last prompt and output as text: what its KV cache holds. */
  sent: string;
  /** The newest text for the user. */
  text: string;
  /** Text from outside has been read. */
  tainted: boolean;
  /** The conversation as the model reads it; only ever appended to. */
  readonly thread: ThreadMessage[];
}

/** How a run ended: the `run-end` event without its type and time. */
export type RunEnd = Omit<Extract<RunEvent, { type: "run-end" }>, "type" | "at">;

/** Begins the run's next turn: counts it, and gives the event that says so. */
export function startTurn({ progress, at }: Pick<Run, "progress" | "at">): RunEvent {
  progress.turn += 1;
  return { type: "turn-start", at: at(), turn: progress.turn };
}
