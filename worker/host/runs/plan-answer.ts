import { listAuthors } from "../../agent/calls/allowlist.ts";
import type { Agent } from "../../agent/define/agent.ts";
import type { SendRequest } from "../../protocol/api/runs-api.ts";
import { defined } from "../../protocol/defined.ts";
import { type Conversation, isTainted, isTextFile, type Message, type UserMessage } from "../../protocol/message.ts";
import { DEFAULT_SETTINGS } from "../../protocol/settings.ts";
import { findSkill, toSkillTools } from "../agent-facts.ts";
import { toTextFiles } from "./conversation-files.ts";
import type { RunContext } from "./run-context.ts";
import type { RunPlan } from "./start-run.ts";
import { findPartlyRead, toMedia, toQuestionText, toReadBranch, toThread } from "./thread-history.ts";

/** A question to answer. */
export interface Question {
  readonly conversation: Conversation;
  readonly message: UserMessage;
  /** False if the message is stored already. */
  readonly isNew: boolean;
  /** The branch before it, oldest first. */
  readonly before: readonly Message[];
  readonly options: Pick<SendRequest, "skill" | "thinking" | "forceCall" | "onlyTool" | "detect" | "askModel">;
}

/** The run that answers a question with the settings as they are now. */
export function planAnswer({ agent, settings, memories, project }: RunContext, question: Question): RunPlan {
  const { conversation, message, before, options } = question;
  const { budget, maxTurns, sampling, thinking } = settings.current;
  const systemPrompt = toUserText({ settings, project }, conversation);
  const isTemporary = conversation.temporary === true;
  const memory = settings.current.memoryEnabled && !isTemporary;
  // The other skills may have tools of their own that write.
  const wanted = isTemporary ? DEFAULT_SETTINGS.skill : (options.skill ?? conversation.skill);
  const skill = findSkill(agent, wanted ?? settings.current.skill);
  const skillTools = toSkillTools(agent, skill).map(({ spec }) => spec);
  const { summary, messages } = toReadBranch(before);
  const { attachments = [] } = message;
  const files = attachments.filter(isTextFile);
  return {
    conversation,
    parentId: message.id,
    newMessages: question.isNew ? [message] : [],
    request: {
      skill,
      question: toQuestionText(message.text, attachments),
      asked: message.text,
      ...(files.length === 0 ? {} : { fileNames: files.map(({ name }) => name) }),
      files: [message, ...before.toReversed()].flatMap(toTextFiles),
      media: toMedia(attachments),
      askModel: options.askModel === true || !settings.current.answerWithoutModel,
      history: toThread(messages),
      budget: { maxTurns, ...budget },
      sampling,
      systemPrompt,
      memory,
      thinking: options.thinking ?? thinking,
      tainted: isTainted([...before, message]),
      authors: listBranchAuthors(agent, [skill.name, ...before.map(toSkillName)]),
      ...defined({ title: toRunTitle(message), forceCall: options.forceCall, onlyTool: options.onlyTool }),
      ...(options.detect === true ? { mode: "detect" } : {}),
    },
    fit: {
      asked: message.text,
      files,
      media: attachments.filter((each) => !isTextFile(each)),
      partlyRead: findPartlyRead(before),
      messages,
      summary,
      omitToolRecords: skill.type === "program" && skill.program.omitToolRecords,
      memory: memory && skill.type === "agentic" ? memories : null,
      toolCharacters: JSON.stringify(skillTools).length,
      systemCharacters: JSON.stringify(systemPrompt).length,
      maxTokensPerTurn: sampling.maxTokens ?? agent.budget.maxTokensPerTurn,
    },
  };
}

/** The user's own instructions: for every conversation, for those of its project, and for this one. */
export function toUserText({ settings, project }: Pick<RunContext, "settings" | "project">, own: Conversation): string {
  const texts = [settings.current.systemPrompt, project?.instructions, own.systemPrompt];
  return texts.filter(Boolean).join("\n");
}

/** The authors of the skills that have answered in a branch, since an answer may pass on what one of them says. */
function listBranchAuthors(agent: Agent, names: readonly (string | undefined)[]): readonly string[] {
  const used = agent.skills.filter(({ name }) => names.includes(name));
  return used.flatMap((each) => [...listAuthors("author" in each ? each : {}, toSkillTools(agent, each))]);
}

const toSkillName = (message: Message): string | undefined =>
  message.role === "assistant" ? message.skill : undefined;

/** The run's name in lists if its question also holds files: the user's words, or the files' names if there are none. */
function toRunTitle({ text, attachments = [] }: UserMessage): string | undefined {
  if (attachments.length === 0) return undefined;
  return text.trim() === "" ? attachments.map(({ name }) => name).join(", ") : text;
}
