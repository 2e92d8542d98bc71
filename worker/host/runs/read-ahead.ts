import { type OpeningRequest, toPromptOpening } from "../../agent/context/prompt-opening.ts";
import { toToday } from "../../agent/context/render-turn.ts";
import type { ModelClient } from "../../agent/ports/model-client.ts";
import { defined } from "../../protocol/defined.ts";
import { countShared, FIRST_PIECE, type Reading, readPieces } from "../policies/read-pieces.ts";
import type { Question } from "./plan-answer.ts";
import { planAnswer } from "./plan-answer.ts";
import { prepareRun } from "./prepare-run.ts";
import type { RunContext } from "./run-context.ts";
import type { SentText } from "./sent-text.ts";

/** The newest reading ahead of each model; dropped once the model is asked. */
const lastRead = new WeakMap<ModelClient, Reading>();
/** The text to be read next by each model. */
const newest = new WeakMap<ModelClient, string>();

const NOTHING: Reading = { opening: "", done: 0, piece: FIRST_PIECE, signal: AbortSignal.abort() };

/** The engine has read other prompts since the last answer. */
export function forgetRead(client: ModelClient, sentText: SentText): void {
  sentText.clear();
  lastRead.set(client, NOTHING);
}

function isUnderWayOrDone({ opening, done, signal }: Reading): boolean {
  return done >= opening.length || !signal.aborted;
}

/**
 * Reads the beginning of a question's prompt, piece by piece, until another work begins. Only for an engine that keeps the
 * beginning which two prompts have in common, and only while nothing is asked of it. What a new conversation begins with is
 * kept by the engine, where the user's data are not encrypted.
 */
export async function readAhead(
  context: RunContext,
  question: Question,
  { isKept }: { readonly isKept: boolean },
): Promise<void> {
  const { model, runs, clock, sentText } = context;
  if (model.state.type !== "ready" || runs.refuseIfBusy() !== null) return;
  const client = await model.whenReady();
  if (client?.info.keepsBeginning !== true) return;
  const opening = await toOpening(context, question, client);
  // Another question may have been sent meanwhile.
  if (opening === null || runs.refuseIfBusy() !== null) return;
  const { text } = sentText;
  const { hasRead = "" } = client.info;
  const earlier = lastRead.get(client) ?? { ...NOTHING, opening: hasRead, done: hasRead.length };
  const isReadOn = earlier.opening === opening && opening.startsWith(text) && isUnderWayOrDone(earlier);
  if (isReadOn || text.startsWith(opening)) return;
  newest.set(client, opening);
  await runs.endReadAhead();
  // An engine has one work at a time: of several that wait here the newest reads.
  const isOvertaken = newest.get(client) !== opening || (lastRead.get(client) ?? earlier) !== earlier;
  if (isOvertaken || runs.refuseIfBusy() !== null) return;
  // A prompt that was sent counts before one that was read ahead.
  const held = text === "" ? earlier.opening.slice(0, earlier.done) : text;
  const stopped = new AbortController();
  const { signal } = stopped;
  const keep = isKept && question.before.length === 0 && context.project === null;
  const reading = {
    ...{ opening, done: countShared(held, opening), piece: earlier.piece, signal },
    ...(keep ? { keep } : {}),
  };
  const done = readPieces(client, reading, () => clock.now()).catch(() => undefined);
  runs.setReadAhead({ stop: () => stopped.abort(), done });
  lastRead.set(client, reading);
  // The engine no longer holds the prompt sent last, unless this one begins with it.
  if (!opening.startsWith(text)) sentText.clear();
  await done;
}

async function toOpening(context: RunContext, question: Question, client: ModelClient): Promise<string | null> {
  const { agent, settings, policies, windowStarts } = context;
  const { request, fit, conversation } = planAnswer(context, question);
  if (fit === null || fit.media.length > 0 || request.fileNames !== undefined) return null;
  const key = `${conversation.id} ${fit.messages[0]?.id ?? ""}`;
  const windowStart = windowStarts.get(key) ?? 0;
  // Notes are read after the question.
  const draft = { ...fit, memory: null, question: request.question, history: request.history, windowStart };
  const { history } = await prepareRun(draft, client);
  const format = settings.current.formats?.[client.info.modelId];
  const policy = await policies.choose(client.info);
  const near = await context.findTools(agent, request);
  const opening: OpeningRequest = { ...request, ...near, agent, history, policy, ...defined({ format }) };
  return toPromptOpening(opening, client.info, toToday(context));
}
