import { createRandom } from "../../../bench/memory-corpus.ts";

/** Choices that depend on a seed alone. */
export interface Random {
  /** From 0 up to and without 1. */
  next(): number;
  pick<Value>(values: readonly Value[]): Value;
}

export function createChoices(seed: number): Random {
  const next = createRandom(seed);
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(next() * values.length)];
    if (value === undefined) throw new Error("There is nothing to pick from.");
    return value;
  };
  return { next, pick };
}
