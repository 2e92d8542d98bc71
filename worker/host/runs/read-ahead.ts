import type { ModelClient } from "../../agent/ports/model-client.ts";
import { type OpeningRequest, toPromptOpening } from "../../agent/run/prompt-opening.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import { defined } from "../../protocol/defined.ts";
import type { Question } from "./plan-answer.ts";
import { planAnswer } from "./plan-answer.ts";
import { prepareRun } from "./prepare-run.ts";
import type { RunContext } from "./run-context.ts";

/** Characters of a prompt that are read first, and at most, before it is looked whether the user has sent. */
const FIRST_PIECE = 160;
const MAX_PIECE = 1000;
/** How long a piece should take: whoever sends meanwhile waits for it, and it is read for them. */
const PIECE_MS = 1200;

/**
 * The token that an engine writes after each piece is a letter: wllama 3.8.1 ends at one that is part of a character, as it
 * hands its text over as JSON.
 */
const ONE_LETTER: OutputConstraint = {
  mode: "forced",
  gbnf: { grammar: "root ::= [a-z]", triggers: [] },
  structuralTag: { type: "structural_tag", format: { type: "regex", pattern: "[a-z]" } },
};

/** What was read ahead last, and by which model: nobody has asked it since. */
const lastRead = new WeakMap<ModelClient, Reading>();
/** What is to be read next by each model. */
const newest = new WeakMap<ModelClient, string>();

interface Reading {
  /** What is to be read. */
  readonly opening: string;
  /** Characters of it that the engine has. */
  done: number;
  /** Characters of the next piece. */
  piece: number;
  /** Ends it before its next piece. */
  readonly signal: AbortSignal;
}

function isUnderWayOrDone({ opening, done, signal }: Reading): boolean {
  return done >= opening.length || !signal.aborted;
}

/**
 * Reads the beginning of a question's prompt, piece by piece, until another work begins. Only for an engine that keeps the
 * beginning which two prompts have in common, and only while nothing is asked of it.
 */
export async function readAhead(context: RunContext, question: Question): Promise<void> {
  const { model, runs, clock, sentText } = context;
  if (model.state.type !== "ready" || runs.refuseIfBusy() !== null) return;
  const client = await model.whenReady();
  if (client?.info.keepsBeginning !== true) return;
  const opening = await toOpening(context, question, client);
  // Another question may have been sent meanwhile.
  if (opening === null || runs.refuseIfBusy() !== null) return;
  const { text } = sentText;
  const earlier = lastRead.get(client);
  const isReadOn = earlier?.opening === opening && opening.startsWith(text) && isUnderWayOrDone(earlier);
  if (isReadOn || text.startsWith(opening)) return;
  newest.set(client, opening);
  await runs.endReadAhead();
  // An engine has one work at a time: of several that wait here the newest reads.
  const isOvertaken = newest.get(client) !== opening || lastRead.get(client) !== earlier;
  if (isOvertaken || runs.refuseIfBusy() !== null) return;
  // What was sent last goes before what was read ahead of it.
  const held = text === "" ? (earlier?.opening.slice(0, earlier.done) ?? "") : text;
  const stopped = new AbortController();
  const { signal } = stopped;
  const reading = { opening, done: countShared(held, opening), piece: earlier?.piece ?? FIRST_PIECE, signal };
  const done = readPieces(client, reading, () => clock.now()).catch(() => undefined);
  runs.setReadAhead({ stop: () => stopped.abort(), done });
  lastRead.set(client, reading);
  // The engine holds something else now than what was sent last, unless this goes on from there.
  if (!opening.startsWith(text)) sentText.clear();
  await done;
}

async function toOpening(context: RunContext, question: Question, client: ModelClient): Promise<string | null> {
  const { agent, settings, windowStarts } = context;
  const { request, fit, conversation } = planAnswer(context, question);
  if (fit === null || fit.media.length > 0 || request.files?.length !== 0) return null;
  const key = `${conversation.id} ${fit.messages[0]?.id ?? ""}`;
  const windowStart = windowStarts.get(key) ?? 0;
  // Notes are read after the question.
  const draft = { ...fit, memory: null, question: request.question, history: request.history, windowStart };
  const { history } = await prepareRun(draft, client);
  const { formats, policies } = settings.current;
  const { modelId } = client.info;
  const way = defined({ format: formats?.[modelId], policy: policies?.[modelId] });
  const opening: OpeningRequest = { ...request, agent, history, ...way };
  return toPromptOpening(opening, client.info);
}

/** Goes on behind what the engine has: a shorter prompt would have it drop the rest. */
async function readPieces(client: ModelClient, reading: Reading, now: () => number): Promise<void> {
  const { opening, signal } = reading;
  while (reading.done < opening.length && !signal.aborted) {
    const begin = now();
    const { piece } = reading;
    const end = toBorder(opening, reading.done + piece);
    // Not told of the stop: an engine that is stopped slowly is loaded anew with smaller steps.
    for await (const event of client.generate({
      prompt: opening.slice(0, end),
      ...{ constraint: ONE_LETTER, stop: [], maxTokens: 1, temperature: 0, signal: new AbortController().signal },
    })) {
      if (event.type === "failure") return;
    }
    reading.done = end;
    const fitting = (piece * PIECE_MS) / Math.max(1, now() - begin);
    reading.piece = Math.round(Math.min(MAX_PIECE, Math.max(FIRST_PIECE / 2, fitting)));
  }
}

/** Characters with which both begin. */
function countShared(left: string, right: string): number {
  let count = 0;
  while (count < left.length && left[count] === right[count]) count += 1;
  return count;
}

/** Before a word: a token seldom spans two. */
function toBorder(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(" ", end);
  return space > end - 40 && space > 0 ? space : end;
}
