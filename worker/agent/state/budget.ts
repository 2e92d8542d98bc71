import type { TurnUsage } from "../../protocol/model.ts";
import type { Budget, BudgetKind } from "../../protocol/run-event.ts";

/** Counts the turns, tokens and times of a run. */
export type BudgetMeter = ReturnType<typeof createBudgetMeter>;

/** Creates a meter with nothing used. */
export function createBudgetMeter(budget: Budget) {
  let turns = 0;
  let tokens = 0;
  let toolMs = 0;
  let waitedMs = 0;
  return {
    /** The first budget that is used up, or null; asked before each turn. `now` in milliseconds since the run's start. */
    findExceeded: (now: number): BudgetKind | null => {
      if (turns >= budget.maxTurns) return "turns";
      if (now - waitedMs >= budget.maxTotalMs) return "total-time";
      if (tokens >= budget.maxTokens) return "tokens";
      if (toolMs >= budget.maxToolMs) return "tool-time";
      return null;
    },
    /** Whether no turn may follow the next one. */
    isLastTurn: () => turns + 1 >= budget.maxTurns,
    addTurn: (usage: TurnUsage | null) => {
      turns += 1;
      if (usage !== null) tokens += usage.promptTokens + usage.completionTokens;
    },
    addToolTime: (milliseconds: number) => {
      toolMs += milliseconds;
    },
    /** Time the user took to answer, which no budget includes. */
    addWaiting: (milliseconds: number) => {
      waitedMs += milliseconds;
    },
  };
}
