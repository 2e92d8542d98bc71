import type { AnswerTime } from "../../protocol/device-plan.ts";
import { type DeviceRates, findReadingRate, findWritingRate, type RatedModel } from "./device-rates.ts";

/** Tokens of a usual question and of its answer, calls included (`npm run bench -- waits`), and of what is read once before all. */
const READ_TOKENS = 40;
const WRITTEN_TOKENS = 30;
const PREFIX_TOKENS = 900;
/**
 * Bytes of weights that two threads of a processor get through in a second while a model writes, where nothing was measured:
 * one thread gets through 6.7 GB a second with 1.1 GB of weights behind a thousand tokens (`npm run bench -- costs`), and a
 * second brings two thirds of that.
 */
export const ASSUMED_BYTES: number = 11e9;
/** Threads beyond these wait for the memory. */
const USEFUL_THREADS = 4;
/** Prompts are read this many times as fast as words are written there. */
export const READING_LEAD: number = 2;
/** A recommended model answers in this time. */
const MAX_SECONDS = 30;

const PROCESSOR = { engine: "wllama" } as const;

/** How long an answer of a model takes on the processor; null where its size is unknown and nothing was measured. Pure. */
export function toAnswerTime(model: RatedModel, rates: DeviceRates | undefined, threads: number): AnswerTime | null {
  const writing = findWritingRate(model, PROCESSOR, rates);
  const written = writing?.tokensPerSecond ?? assumeWriting(model, threads);
  if (written === null) return null;
  const reading = findReadingRate(model, rates);
  const read = reading?.tokensPerSecond ?? written * READING_LEAD;
  const seconds = READ_TOKENS / read + WRITTEN_TOKENS / written;
  const isMeasured = writing?.isMeasured === true && reading?.isMeasured === true;
  return {
    seconds,
    firstSeconds: seconds + PREFIX_TOKENS / read,
    basis: isMeasured ? "measured" : writing === null ? "assumed" : "told",
  };
}

/** Whether a model takes longer for an answer than people wait. */
export function isTooLong({ seconds }: AnswerTime): boolean {
  return seconds > MAX_SECONDS;
}

function assumeWriting({ weights }: RatedModel, threads: number): number | null {
  if (weights === undefined || weights.mixture === true || weights.bytes === 0) return null;
  return (ASSUMED_BYTES * Math.min(threads, USEFUL_THREADS)) / 2 / weights.bytes;
}
