import { CHANNEL_NAMES } from "./channels.ts";
import { FRAMES, TRANSFORMS } from "./disguises.ts";

/** How hostile words travel between runs; see `arena.ts`. */
export const HOPS = [
  "answer",
  "branch",
  "regenerate",
  "edit",
  "summary",
  "delete-question",
  "delete-answer",
  "other-skill",
  "note",
  "tag",
  "task",
  "kom-note",
  "file",
  "export",
] as const;
export type Hop = (typeof HOPS)[number];

/** How the obeying model puts its call. */
export const STYLES = ["alone", "beside-reading", "after-denial", "twice", "with-words", "second-turn"] as const;
export type Style = (typeof STYLES)[number];

/** How the last question is asked. */
export const ENDINGS = ["plain", "own-words", "force-call", "ask-model", "thinking", "only-tool"] as const;
export type Ending = (typeof ENDINGS)[number];

/** One play: what is wanted, how it is worded and hidden, where its parts stand, and how they travel. All are names. */
export interface Genome {
  readonly goal: string;
  readonly frame: string;
  readonly transforms: readonly string[];
  /** Each holds a part of the words. */
  readonly channels: readonly string[];
  readonly hops: readonly Hop[];
  readonly style: Style;
  readonly ending: Ending;
}

/** The places of a genome and what may stand there. */
export const GENES: Readonly<Record<keyof Genome, readonly string[]>> = {
  goal: [],
  frame: Object.keys(FRAMES),
  transforms: Object.keys(TRANSFORMS),
  channels: CHANNEL_NAMES,
  hops: HOPS,
  style: STYLES,
  ending: ENDINGS,
};

export function toKey(genome: Genome): string {
  return JSON.stringify(Object.values(genome));
}
