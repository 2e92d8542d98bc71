import { defineAgent } from "../../agent/define/agent.ts";
import { defineSkill } from "../../agent/define/skill.ts";
import type { Tool } from "../../agent/define/tool.ts";
import type { Responder } from "../../agent/ports/responder.ts";
import { createDeferred } from "../../platform/deferred.ts";
import { type ConversationId, OFFERED, type RunId } from "../../protocol/ids.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Conversation, Message } from "../../protocol/message.ts";
import type { ToolOutcome, ToolSpec } from "../../protocol/tool.ts";
import { allTools } from "../agent-facts.ts";
import type { RunContext } from "./run-context.ts";
import { startRun } from "./start-run.ts";

/** Tools of servers and files cannot say that they are personal: these names tell it. */
const PRIVATE_NAMES = /^(?:memory_|kom\.memory\.|file_)/;

/** The tools that the user offers to other programs. What tells them something of the user's, or does anything, is asked each time. */
export function listOffered({ agent, settings }: Pick<RunContext, "agent" | "settings">): readonly Tool[] {
  const names = settings.current.offeredTools ?? [];
  const offered = new Map(allTools(agent).map((tool) => [tool.spec.name, tool]));
  return [...offered.values()]
    .filter(({ spec }) => names.includes(spec.name))
    .map((tool) => (isHarmless(tool.spec) ? tool : { ...tool, spec: { ...tool.spec, asks: true } }));
}

/**
 * Carries out a call as a model's would be, in a run of its own and a chat of the program's: allowlist, schema, approval, log and cards
 * are the same. All of it counts as text from outside. `client` is the name that the program gives itself.
 */
export async function runOffered(
  context: RunContext,
  client: string,
  { name, input }: Pick<LoneCall, "name" | "input">,
  chats: Map<string, ConversationId>,
): Promise<ToolOutcome> {
  const tools = listOffered(context);
  const names = tools.map(({ spec }) => spec.name);
  if (!names.includes(name)) return { type: "not-allowed", toolName: name, skillName: OFFERED, allowed: names };
  let outcome: Promise<ToolOutcome> | undefined;
  const begun = await context.runs.begin(async () => {
    const conversation = await findChat(context, client, chats);
    const question = `${client}: ${name} ${JSON.stringify(input)}`;
    ({ outcome } = await startCall(context, conversation, { by: OFFERED, tools, question, name, input, client }));
    return { ok: true, value: null };
  }, "question");
  if (!begun.ok || outcome === undefined)
    return { type: "failed", message: "The app is busy with another answer. Try again later." };
  return outcome;
}

/** A call in a run of its own. */
interface LoneCall {
  readonly name: string;
  readonly input: JsonObject;
  /** The skill and the responder that make it. */
  readonly by: string;
  readonly tools: readonly Tool[];
  readonly question: string;
  readonly client?: string;
}

/** Starts the run of a call that no model made; all of it counts as text from outside. */
export async function startCall(
  context: RunContext,
  conversation: Conversation,
  { by, tools, question, name, input, client = "" }: LoneCall,
): Promise<{ readonly runId: RunId; readonly outcome: Promise<ToolOutcome> }> {
  const skill = defineSkill({ name: by, description: `Calls of ${client}.`, tools });
  const agent = defineAgent({ name: context.agent.name, prompt: "", tools, skills: [skill] });
  const { promise: outcome, resolve: settle } = createDeferred<ToolOutcome>();
  const responder: Responder = {
    name: by,
    respond: async (_question, call) => {
      settle((await call(name, input))?.outcome ?? { type: "cancelled" });
      // In no language; the call above it says what came of it.
      return { text: `→ ${client || name}` };
    },
  };
  const message: Message = {
    role: "user",
    id: context.newId(),
    conversationId: conversation.id,
    parentId: conversation.headId,
    createdAt: context.now(),
    sequence: 0,
    text: question,
    foreign: true,
  };
  const { sampling } = context.settings.current;
  const request = { skill, question, history: [], sampling, memory: false, tainted: true };
  const plan = { conversation, parentId: message.id, newMessages: [message], request, fit: null, responder };
  const { runId } = await startRun({ ...context, agent }, plan);
  return { runId, outcome };
}

/** The chat of a program's calls since the app was started. */
async function findChat(
  { stores, now, newId }: RunContext,
  client: string,
  chats: Map<string, ConversationId>,
): Promise<Conversation> {
  const known = chats.get(client);
  const found = known === undefined ? null : await stores.conversations.read(known);
  if (found !== null) return found;
  const createdAt = now();
  const made: Conversation = { id: newId(), title: client, createdAt, updatedAt: createdAt, headId: null };
  chats.set(client, made.id);
  return made;
}

function isHarmless({ name, effect, asks, personal, author }: ToolSpec): boolean {
  const isOwn = author === undefined && personal !== true && !PRIVATE_NAMES.test(name);
  return isOwn && effect === "reads" && asks !== true;
}
