import type { Agent } from "../../agent/define/agent.ts";
import type { RunRequest } from "../../agent/define/run-request.ts";
import type { MemoryPort } from "../../agent/ports/memory-port.ts";
import type { Responder } from "../../agent/ports/responder.ts";
import type { AgentEvent } from "../../protocol/api/agent-event.ts";
import type { MemoryId } from "../../protocol/ids.ts";
import type { Project } from "../../protocol/project.ts";
import type { Stores } from "../../store/stores.ts";
import type { Conversations } from "../conversations.ts";
import type { CurrentSettings } from "../current-settings.ts";
import type { HostDeps } from "../host-deps.ts";
import type { ModelSession } from "../model-session.ts";
import type { ModelPolicies } from "../policies/model-policies.ts";
import type { RunRegistry } from "./run-registry.ts";
import type { SentText } from "./sent-text.ts";

/** A request as tools are found for it. */
export type AskedRequest = Pick<RunRequest, "skill" | "question" | "asked" | "history">;

/** Dependencies that all runs of this worker share. */
export interface RunContext extends Pick<HostDeps, "announce" | "clock" | "liveRuns" | "newId" | "timeZone"> {
  /** Includes the servers' tools that are allowed at this moment. */
  readonly agent: Agent;
  readonly model: ModelSession;
  readonly sentText: SentText;
  /** The start of each conversation's last window: a window with another start must be read from scratch. */
  readonly windowStarts: Map<string, number>;
  readonly stores: Stores;
  /** The notes of the run's scope, and of no other. */
  readonly memories: MemoryPort;
  /** The project of the run's conversation. */
  readonly project: Project | null;
  readonly conversations: Conversations;
  readonly settings: CurrentSettings;
  readonly runs: RunRegistry;
  readonly policies: ModelPolicies;
  /** Begins to load the model that the project wants; absent outside of projects. */
  loadModel?(): Promise<void>;
  /** The time that records are stored with, in milliseconds since the epoch. */
  now(): number;
  emit(event: AgentEvent): void;
  /** The tools nearest in meaning to the questions of a request, where there are many and an embedding model can tell. */
  findTools(agent: Agent, request: AskedRequest): Promise<Pick<RunRequest, "nearTools">>;
  /** The responders, which are asked before the model; none where they could not be loaded. */
  loadResponders(): Promise<readonly Responder[]>;
}

/** Notes when memories were used. Only the memory page shows it, so a failure is ignored. */
export function markUsed(stores: Stores, ids: readonly MemoryId[]): void {
  if (ids.length > 0) stores.memories.markUsed(ids).catch(() => undefined);
}
