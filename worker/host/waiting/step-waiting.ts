import { assertNever } from "../../protocol/assert-never.ts";
import type { Result } from "../../protocol/failure.ts";
import { DRAFTED } from "../../protocol/ids.ts";
import type { WaitingAnswer, WaitingStep } from "../../protocol/waiting.ts";
import { allTools } from "../agent-facts.ts";
import type { HostParts } from "../host-parts.ts";
import { planAnswer } from "../runs/plan-answer.ts";
import type { RunContext } from "../runs/run-context.ts";
import { startCall } from "../runs/run-offered.ts";
import { startRun } from "../runs/start-run.ts";
import { toNewQuestion } from "../runs/to-new-question.ts";
import { toMissing } from "../to-result.ts";

/** Files that are looked at in one folder. */
const MAX_FILES = 5000;

/** Takes a step of a waiting question. */
export async function stepWaiting(parts: HostParts, step: WaitingStep): Promise<Result<WaitingAnswer>> {
  switch (step.type) {
    case "ask":
      return parts.runs.begin(() => ask(parts, step));
    case "carry-out":
      return parts.runs.begin(() => carryOut(parts, step), "question");
    case "look":
      return { ok: true, value: { mark: await readMark(parts, step.workspaceId) } };
    default:
      return assertNever(step);
  }
}

/** Asks on a branch of its own, in a run that only reads, and that ends when the user asks anything. */
async function ask(
  { readRunContext }: HostParts,
  { conversationId, ...asked }: Extract<WaitingStep, { type: "ask" }>,
): Promise<Result<WaitingAnswer>> {
  const context = await readRunContext(conversationId);
  // A question that waits loads no model: it would take the place of one that the user may be about to ask.
  if (context.model.state.type !== "ready") return { ok: false, failure: { code: "no-model" } };
  const { type: _, ...words } = asked;
  const request = { ...words, conversationId, parentId: null };
  const question =
    (await toNewQuestion(context, request, "kept")) ??
    (await toNewQuestion(context, { ...request, conversationId: null }, "kept"));
  if (question === null) return toMissing(conversationId ?? "");
  const plan = planAnswer(context, question);
  const runs: RunContext["runs"] = {
    ...context.runs,
    add: (id, chat, run) => context.runs.add(id, chat, { ...run, yields: true }),
  };
  const { runId } = await startRun({ ...context, runs }, { ...plan, request: { ...plan.request, mode: "draft" } });
  return { ok: true, value: { runId, conversationId: question.conversation.id } };
}

/** Makes the call of a draft: the user is asked as if a model that has read text from outside had called it now. */
async function carryOut(
  { readRunContext }: HostParts,
  { conversationId, name, input }: Extract<WaitingStep, { type: "carry-out" }>,
): Promise<Result<WaitingAnswer>> {
  const context = await readRunContext(conversationId);
  const conversation = await context.stores.conversations.read(conversationId);
  const tool = allTools(context.agent).find(({ spec }) => spec.name === name);
  if (conversation === null || tool === undefined) return toMissing(conversation === null ? conversationId : name);
  const tools = [{ ...tool, spec: { ...tool.spec, asks: true as const } }];
  const question = `${name} ${JSON.stringify(input)}`;
  const { runId } = await startCall(context, conversation, { by: DRAFTED, tools, question, name, input });
  return { ok: true, value: { runId, conversationId } };
}

/** The files of a folder with their sizes and times, as a number. */
async function readMark({ loadWorkspaces, emit }: HostParts, id: string): Promise<string> {
  const store = await loadWorkspaces(() => emit({ type: "files-changed" }));
  const folders = [""];
  let [files, sum] = [0, 0];
  for (const folder of folders) {
    for (const { path, type, bytes, modifiedAt } of await store.list(id, folder)) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      // Hidden files, and what the browser is still writing.
      if (name.startsWith(".") || name.endsWith(".crswap")) continue;
      if (type === "folder") folders.push(path);
      else files += 1;
      for (const character of `${path} ${bytes} ${modifiedAt}\n`)
        sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0;
    }
    if (files > MAX_FILES) break;
  }
  return `${files} ${sum}`;
}
