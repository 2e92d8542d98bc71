import type { Agent } from "../../agent/define/agent.ts";
import type { ModelClient } from "../../agent/ports/model-client.ts";
import type { Clock } from "../../agent/ports/run-deps.ts";
import type { RunRequest } from "../../agent/state/run-request.ts";
import type { AgentEvent } from "../../protocol/api/agent-event.ts";
import type { Failure } from "../../protocol/failure.ts";
import type { MemoryId, MessageId, RunId } from "../../protocol/ids.ts";
import type { AssistantMessage, Conversation, Message } from "../../protocol/message.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import type { Grant } from "../../protocol/settings.ts";
import type { Stores } from "../../store/stores.ts";
import type { Conversations } from "../api/conversations-api.ts";
import type { CurrentSettings } from "../current-settings.ts";
import type { ModelSession } from "../model-session.ts";
import { toFailure } from "../settle.ts";
import type { RunRegistry } from "./run-registry.ts";
import { type RunPreparation, startRun } from "./run-session.ts";
import { createSentText } from "./sent-text.ts";

/** The parts of the host that exist from its start on. */
export interface RunContext {
  readonly stores: Stores;
  /** With the servers' tools that are allowed at this moment. */
  readonly agent: Agent;
  readonly model: ModelSession;
  /** IANA name. */
  readonly timeZone: string;
}

/** What runs are started with. */
export interface RunStarterDeps {
  readonly settings: CurrentSettings;
  readonly conversations: Conversations;
  readonly runs: RunRegistry;
  readonly clock: Clock;
  /** The time that records are stored with. */
  now(): number;
  newId(): string;
  /** Marks a run as alive for as long as this worker lives. */
  holdAlive(runId: RunId, until: Promise<void>): void;
  emit(event: AgentEvent): void;
}

/** What is the run's own in its request; the rest is the host's. */
type OwnRequest = Pick<
  RunRequest,
  | "skill"
  | "question"
  | "title"
  | "history"
  | "budget"
  | "systemPrompt"
  | "memory"
  | "thinking"
  | "tainted"
  | "forceCall"
  | "mode"
>;

/** A run to start. */
export interface RunStart {
  readonly ground: RunContext;
  readonly conversation: Conversation;
  /** What the answer follows. */
  readonly parentId: MessageId;
  /** Stored together with the answer's placeholder. */
  readonly newMessages: readonly Message[];
  /** Of the answer itself, from its start on. */
  readonly message?: Pick<AssistantMessage, "summary">;
  readonly request: OwnRequest;
  /** Fits the run to its model once that is there. */
  prepare(model: ModelClient): Promise<RunPreparation>;
}

/** Starts runs and lets the page and the stores have what comes of them. */
export interface RunStarter {
  /** Stores the answer's placeholder and starts the run that fills it; resolves with the placeholder as it is stored. */
  start(start: RunStart): Promise<AssistantMessage>;
  /** What the model held is gone with it. */
  onModelGone(): void;
}

export function createRunStarter(deps: RunStarterDeps): RunStarter {
  const { clock, conversations, runs, settings, emit } = deps;
  const sent = createSentText();

  const emitFailure = (error: unknown): void => emit({ type: "failure", failure: toFailure(error) });

  const keepGrant = async (grant: Grant): Promise<void> => {
    const { grants } = settings.current;
    const others = grants.filter(({ tool, skill }) => tool !== grant.tool || skill !== grant.skill);
    // One that could not be stored is not given: the next call asks again.
    await settings.update({ grants: [...others, grant] }).catch(emitFailure);
  };

  const loseEngine = async (model: ModelSession, failure: Failure, client: ModelClient | null): Promise<void> => {
    const { state } = model;
    if (client === null || state.type !== "ready") return;
    await model.markFailed({ type: "failed", modelId: state.modelId, failure }, client);
  };

  const begin = (
    { ground, request, prepare }: RunStart,
    conversation: Conversation,
    message: AssistantMessage,
  ): void => {
    const { agent, model, stores, timeZone } = ground;
    const { id: messageId, runId } = message;
    const publish = (event: RunEvent): void => {
      sent.take(event);
      if (event.type === "run-end") {
        runs.markEnding(runId);
        if (event.failure === undefined && event.reason !== "cancelled") model.noteAnswered();
      }
      if (event.type === "call-end" && event.outcome.type === "success") {
        markUsed(stores, event.outcome.memoryIds ?? []);
      }
      emit({ type: "run", runId, conversationId: conversation.id, messageId, event });
    };
    const ready = model.whenReady();
    const session = startRun({
      request: {
        ...request,
        runId,
        conversationId: conversation.id,
        messageId,
        agent,
        sampling: settings.current.sampling,
        sentBefore: sent.text,
      },
      message,
      model: ready,
      prepare,
      readGrants: () => settings.current.grants,
      clock,
      timeZone,
      newId: () => deps.newId(),
      sink: {
        onEvent: publish,
        saveAnswer: async (answered) => {
          await conversations.saveTurn({ ...conversation, updatedAt: deps.now() }, [answered]).catch(emitFailure);
        },
        saveProgress: async (answered) => {
          // A fault here shows again at the turn's end, where it is told.
          await conversations
            .saveTurn({ ...conversation, updatedAt: clock.wallNow() }, [answered])
            .catch(() => undefined);
        },
        appendLog: (header, events) => stores.runs.append(header, events).catch(emitFailure),
        onEngineLost: async (failure) => loseEngine(model, failure, await ready),
        grant: keepGrant,
      },
    });
    runs.add(runId, conversation.id, session);
    deps.holdAlive(runId, session.done);
    void session.done.finally(() => emit({ type: "memories-changed" }));
  };

  return {
    start: async (start) => {
      const { conversation } = start;
      const now = deps.now();
      const placeholder: AssistantMessage = {
        role: "assistant",
        id: deps.newId(),
        conversationId: conversation.id,
        parentId: start.parentId,
        createdAt: now,
        sequence: 0,
        runId: deps.newId(),
        state: "running",
        turns: [],
        ...start.message,
      };
      const changed: Conversation = { ...conversation, headId: placeholder.id, updatedAt: now };
      const saved = await conversations.saveTurn(changed, [...start.newMessages, placeholder]);
      const message = saved.find((each) => each.id === placeholder.id);
      if (message?.role !== "assistant") throw new Error("The store did not keep the answer's placeholder.");
      begin(start, changed, message);
      return message;
    },
    onModelGone: () => sent.clear(),
  };
}

/** For the memory page's eyes only, so a failure changes nothing. */
export function markUsed(stores: Stores, ids: readonly MemoryId[]): void {
  if (ids.length > 0) stores.memories.markUsed(ids).catch(() => undefined);
}
