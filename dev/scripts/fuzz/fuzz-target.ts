import type { JsonValue } from "../../../worker/protocol/json.ts";
import { mutateJson } from "./mutate-json.ts";
import { mutateBytes, mutateText, pickOf, type Random } from "./mutate-text.ts";

/** A reader of foreign bytes, and how its inputs are made. An input is a text; of bytes, each character is one. */
export interface FuzzTarget {
  readonly name: string;
  /** How many of the inputs it gets, compared with the others; 1 unless it is slow. */
  readonly weight: number;
  make(random: Random): string;
  /** What it still rejects after its answer ends with the worker that the app gives it for each file. */
  readonly isLeftAlone?: true;
  /** Reads the input. Throws, or rejects, only where the app would not catch it. */
  read(input: string): unknown;
}

/** A reader of JSON: most inputs stay JSON and change in shape, the others change as texts do. */
export function toJsonTarget(
  name: string,
  grammar: Grammar,
  read: (text: string) => unknown,
  options: TargetOptions = {},
): FuzzTarget {
  const target = toTextTarget(name, grammar, read, options);
  const seeds = grammar.seeds.map((seed): JsonValue => JSON.parse(seed));
  return {
    ...target,
    make: (random) => {
      const text = random() < 0.3 ? null : JSON.stringify(mutateJson(pickOf(seeds, random), random));
      return text === null || text.length > MAX_JSON ? target.make(random) : text;
    },
  };
}

/** A reader of texts. `expects` are the classes of errors that its callers catch. */
export function toTextTarget(
  name: string,
  grammar: Grammar,
  read: (text: string) => unknown,
  { expects = [], weight = 1 }: TargetOptions = {},
): FuzzTarget {
  const { seeds, tokens = [] } = grammar;
  return {
    name,
    weight,
    make: (random) => mutateText({ seeds, tokens }, random),
    read: (input) => tolerate(expects, () => read(input)),
  };
}

/** A reader of files. */
export function toByteTarget(
  name: string,
  seeds: readonly Uint8Array[],
  read: (bytes: Uint8Array<ArrayBuffer>) => unknown,
  { expects = [], weight = 1, isLeftAlone }: TargetOptions & Pick<FuzzTarget, "isLeftAlone"> = {},
): FuzzTarget {
  return {
    name,
    weight,
    ...(isLeftAlone === undefined ? {} : { isLeftAlone }),
    make: (random) => {
      const seed = seeds[Math.floor(random() * seeds.length)] ?? new Uint8Array();
      return Buffer.from(mutateBytes(seed, random)).toString("latin1");
    },
    read: (input) => tolerate(expects, () => read(new Uint8Array(Buffer.from(input, "latin1")))),
  };
}

/** Characters of an input. */
const MAX_JSON = 200_000;

interface Grammar {
  readonly seeds: readonly string[];
  readonly tokens?: readonly string[];
}

type ErrorClass = abstract new (...args: never[]) => Error;

interface TargetOptions {
  readonly expects?: readonly ErrorClass[];
  readonly weight?: number;
}

/** Refusals are plain errors or classes of their own; a `TypeError` or `RangeError` is a fault of the reader. */
async function tolerate(expects: readonly ErrorClass[], read: () => unknown): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (error instanceof Error && expects.some((expected) => error.constructor === expected)) return;
    throw error;
  }
}
