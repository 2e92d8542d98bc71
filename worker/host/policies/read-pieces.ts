import type { ModelClient } from "../../agent/ports/model-client.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";

/** Characters of a prompt that are read first, and at most, before it is looked whether the user has sent. */
export const FIRST_PIECE = 160;
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

/** The beginning of a prompt, as far as an engine has read it. */
export interface Reading {
  /** The whole beginning. */
  readonly opening: string;
  /** Characters of it that the engine has. */
  done: number;
  /** Characters of the next piece. */
  piece: number;
  /** See `GenerateRequest`. */
  readonly keep?: true;
  /** Ends it before its next piece. */
  readonly signal: AbortSignal;
}

/** Never sends less than the engine has: a shorter prompt would have it drop the rest. */
export async function readPieces(client: ModelClient, reading: Reading, now: () => number): Promise<void> {
  const { opening, keep, signal } = reading;
  while (reading.done < opening.length && !signal.aborted) {
    const begin = now();
    const { piece } = reading;
    const end = toBorder(opening, reading.done + piece);
    // Not told of the stop: an engine that is stopped slowly is loaded anew with smaller steps.
    for await (const event of client.generate({
      prompt: opening.slice(0, end),
      ...(keep === true && end === opening.length ? { keep } : {}),
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
export function countShared(left: string, right: string): number {
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
