import type { RunsApi, SendReceipt, SendRequest } from "../../protocol/api/runs-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { Conversation, Message, UserMessage } from "../../protocol/message.ts";
import { cutText } from "../../protocol/shorten.ts";
import { findSkill, toSkillTools } from "../agent-facts.ts";
import type { CurrentSettings } from "../current-settings.ts";
import { prepareRun } from "../runs/prepare-run.ts";
import type { RunRegistry } from "../runs/run-registry.ts";
import { markUsed, type RunContext, type RunStarter } from "../runs/run-starter.ts";
import { countLeftOut, isTainted, toBranch, toQuestionText, toReadBranch, toThread } from "../runs/thread-history.ts";
import { missing } from "../settle.ts";
import type { Conversations } from "./conversations-api.ts";

const TITLE_LENGTH = 60;

export interface RunsApiDeps {
  /** What a run stands on, once the host has started. */
  readRunContext(): Promise<RunContext>;
  readonly starter: RunStarter;
  readonly settings: CurrentSettings;
  readonly conversations: Conversations;
  readonly runs: RunRegistry;
  /** The time that records are stored with. */
  now(): number;
  newId(): string;
}

/** How a question is to be answered. */
type AnswerOptions = Pick<SendRequest, "skill" | "thinking" | "forceCall" | "detect">;

/** Stores questions, and starts and stops the runs that answer them. */
export function createRunsApi(deps: RunsApiDeps): RunsApi {
  const { conversations, runs, settings } = deps;
  /** Where each conversation's window began last: one that begins elsewhere has to be read anew. */
  const windowStarts = new Map<string, number>();

  /** Stores the answer's placeholder, with the question where it is new, and starts the run. */
  const answer = async (
    conversation: Conversation,
    question: UserMessage,
    before: readonly Message[],
    options: AnswerOptions & { readonly isNew: boolean },
  ): Promise<Result<SendReceipt>> => {
    const ground = await deps.readRunContext();
    const { agent, stores } = ground;
    // A skill that was chosen a moment ago may not be stored yet.
    await settings.settled();
    const skill = findSkill(agent, options.skill ?? settings.current.skill);
    const { budget, maxTurns, memoryEnabled, sampling, systemPrompt } = settings.current;
    const questionText = toQuestionText(question.text, question.attachments ?? []);
    const { summary, messages: read } = toReadBranch(before);
    const history = toThread(read);
    const windowKey = `${conversation.id} ${read[0]?.id ?? ""}`;
    const message = await deps.starter.start({
      ground,
      conversation,
      parentId: question.id,
      newMessages: options.isNew ? [question] : [],
      request: {
        skill,
        question: questionText,
        ...toRunTitle(question),
        history,
        budget: { maxTurns, ...budget },
        systemPrompt: [systemPrompt, conversation.systemPrompt ?? ""].filter((text) => text !== "").join("\n"),
        memory: memoryEnabled,
        thinking: options.thinking ?? settings.current.thinking,
        tainted: isTainted([...before, question]),
        ...(options.forceCall === undefined ? {} : { forceCall: options.forceCall }),
        ...(options.detect === true ? { mode: "detect" } : {}),
      },
      prepare: async (client) => {
        const skillTools = toSkillTools(agent, skill).map(({ spec }) => spec);
        const prepared = await prepareRun(
          {
            question: questionText,
            history,
            summary,
            omitToolRecords: skill.type === "flow" && skill.flow.omitToolRecords,
            memory: memoryEnabled && skill.type === "agentic" ? stores.memories : null,
            systemCharacters: JSON.stringify([skillTools, systemPrompt, conversation.systemPrompt]).length,
            maxTokensPerTurn: sampling.maxTokens ?? agent.budget.maxTokensPerTurn,
            windowStart: windowStarts.get(windowKey) ?? 0,
          },
          client,
        );
        windowStarts.set(windowKey, prepared.windowStart);
        if (prepared.recalled !== null) markUsed(stores, prepared.recalled.memoryIds);
        return { ...prepared, leftOut: countLeftOut(read, prepared.windowStart) };
      },
    });
    return {
      ok: true,
      value: {
        conversationId: conversation.id,
        userMessageId: question.id,
        assistantMessageId: message.id,
        runId: message.runId,
      },
    };
  };

  return {
    send: ({ conversationId, parentId: wantedParent, text, attachments, ...options }) =>
      runs.begin(async () => {
        const { stores } = await deps.readRunContext();
        const known = conversationId === null ? null : await stores.conversations.read(conversationId);
        if (conversationId !== null && known === null) return missing(conversationId);
        const createdAt = deps.now();
        const conversation: Conversation = known ?? {
          id: deps.newId(),
          title: toTitle(text),
          createdAt,
          updatedAt: createdAt,
          headId: null,
        };
        const parentId = wantedParent === undefined ? conversation.headId : wantedParent;
        const question: UserMessage = {
          role: "user",
          id: deps.newId(),
          conversationId: conversation.id,
          parentId,
          createdAt,
          sequence: 0,
          text,
          ...(attachments === undefined ? {} : { attachments }),
        };
        const before = known === null ? [] : toBranch(await conversations.readMessages(known), parentId);
        return answer(conversation, question, before, { ...options, isNew: true });
      }),
    regenerate: (assistantMessageId) =>
      runs.begin(async () => {
        const { stores } = await deps.readRunContext();
        const old = await stores.conversations.readMessage(assistantMessageId);
        const conversation = old === null ? null : await stores.conversations.read(old.conversationId);
        if (old?.role !== "assistant" || conversation === null) return missing(assistantMessageId);
        const branch = toBranch(await conversations.readMessages(conversation), old.parentId);
        const question = branch.at(-1);
        if (question?.role !== "user") return missing(old.parentId);
        return answer(conversation, question, branch.slice(0, -1), { isNew: false });
      }),
    stop: async (runId) => runs.stop(runId),
  };
}

function toTitle(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  return cutText(line, TITLE_LENGTH - 1);
}

/** What to call a run whose question is not the user's words alone: those, or the names of what they attached. */
function toRunTitle({ text, attachments = [] }: UserMessage): { readonly title?: string } {
  if (attachments.length === 0) return {};
  return { title: text.trim() === "" ? attachments.map(({ name }) => name).join(", ") : text };
}
