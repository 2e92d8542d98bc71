import type { Budget } from "../../protocol/run-event.ts";
import type { AgentHooks, FaultHandler } from "./hooks.ts";
import type { Tool } from "./tool.ts";

/** An agent without its skills: all of it that a running run needs. */
export interface AgentBase {
  readonly name: string;
  readonly prompt: string;
  /** Granted to every skill that the model drives. */
  readonly automaticTools: readonly Tool[];
  /** Granted to every skill that the model drives, while memory is on. */
  readonly memoryTools: readonly Tool[];
  readonly budget: Budget;
  readonly hooks: AgentHooks;
  readonly onError?: FaultHandler;
}
