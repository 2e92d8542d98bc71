import type { ModelClient } from "../../worker/agent/ports/model-client.ts";
import { compact } from "../../worker/formats/dialects/compact.ts";
import { chatmlTemplate } from "../../worker/formats/templates/chatml-template.ts";
import { calculate } from "../../worker/tools/arithmetic/operations.ts";
import { currentTime, dateAdd, daysBetween } from "../../worker/tools/dates/date-tools.ts";
import { stringLength } from "../../worker/tools/text/string-length.ts";
import { convertUnits } from "../../worker/tools/units/convert-units.ts";
import { createPieces, loadOwn, toRate } from "./decode/engines.ts";

/** Milliseconds a token of each round; the first locked round apart, which makes the grammar. */
export interface LockedFigures {
  /** From the request to the first piece, and a token after it. */
  readonly first: { readonly wait: number; readonly token: number };
  readonly locked: readonly number[];
  readonly free: readonly number[];
  readonly text: string;
}

const QUESTION = "How long is the word incomprehensibilities?";
const TOKENS = 24;
const TOOLS = [calculate, currentTime, daysBetween, dateAdd, convertUnits, stringLength].map(({ spec }) => spec);
const never = new AbortController().signal;

/**
 * Writes with and without the grammar of five tools, in turns. The starter has its own prompt, in which it writes the same call
 * either way, so that only the lock differs.
 */
export async function compareLocked(rounds: number): Promise<LockedFigures> {
  const client = await loadOwn(1);
  const system = compact.renderSystem("You are a helpful assistant.", TOOLS);
  const prompt =
    chatmlTemplate.renderStart(system) + chatmlTemplate.renderTurn("user", QUESTION) + chatmlTemplate.assistantStart;
  // The first one reads the prompt as well.
  await write(client, prompt, false);
  const free = await write(client, prompt, false);
  const first = await write(client, prompt, true);
  if (!free.text.startsWith(first.text)) throw new Error(`free it wrote ${free.text}, locked ${first.text}`);
  const times: { readonly locked: number[]; readonly free: number[] } = { locked: [], free: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.locked.push((await write(client, prompt, true)).token);
    times.free.push((await write(client, prompt, false)).token);
  }
  await client.dispose();
  return { first: { wait: first.wait - free.wait, token: first.token }, ...times, text: first.text };
}

async function write(client: ModelClient, prompt: string, isLocked: boolean) {
  const constraint = isLocked ? compact.toConstraint(TOOLS, "forced") : null;
  const pieces = createPieces();
  const begin = performance.now();
  let [written, text] = [0, ""];
  const request = { prompt, constraint, stop: [], maxTokens: TOKENS, temperature: 0, signal: never };
  for await (const event of client.generate(request)) {
    if (event.type === "text-delta") pieces.note();
    if (event.type === "end") [written, text] = [event.usage.completionTokens, event.raw];
    if (event.type === "failure" || (event.type === "end" && event.notice !== undefined)) throw new Error("not locked");
  }
  const { first, last } = pieces.read();
  if (written < 2) throw new Error(`only this was written: ${text}`);
  return { wait: first - begin, token: 1000 / toRate({ first, last, count: written }), text };
}
