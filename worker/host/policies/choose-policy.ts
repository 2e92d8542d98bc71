import type { ModelPolicy, PolicyTally, PolicyTrial } from "../../protocol/evals.ts";
import type { EngineId, PolicyId } from "../../protocol/model.ts";

/** Facts of a model that decide how it is asked. */
export interface PolicyFacts {
  /** The engines that run it. */
  readonly engines: readonly EngineId[];
  /** Its name, which often holds its size, like `qwen2.5-1.5b`. */
  readonly name: string;
  /** Bytes of its weights; absent where unknown. */
  readonly bytes?: number;
  /** The user's choice. */
  readonly chosen?: PolicyId;
  /** The catalog's policy. */
  readonly known?: PolicyId;
  /** A finished trial on this device. */
  readonly trial?: PolicyTrial;
}

/** A smaller model calls tools rightly in stages alone, until a trial says otherwise. */
const SMALL_PARAMETERS = 2.5e9;
/** The same by its file: 2.5 billion parameters of about 4.5 bits, and some room. */
const SMALL_BYTES = 1.8e9;
/** A model of at least so many was trained on its own dialect well enough to keep to it where both ways are as good. */
const LARGE_PARAMETERS = 3e9;
/** Fewer cases than this of either way decide nothing. */
const MIN_CASES = 4;
/** Engines that run a file of weights; a script and a server are asked as they are written for. */
const FILE_ENGINES: ReadonlySet<EngineId> = new Set(["webllm", "wllama"]);

/** Chooses how a model is asked: by the user's word, the catalog's, a trial, and at last its size. Pure. */
export function choosePolicy({ chosen, known, trial, ...size }: PolicyFacts): {
  readonly policy: PolicyId;
  readonly why: ModelPolicy["why"] | "chosen";
} {
  if (chosen !== undefined) return { policy: chosen, why: "chosen" };
  if (known !== undefined) return { policy: known, why: "known" };
  if (!isTriable(size.engines)) return { policy: "native", why: "known" };
  if (trial !== undefined && isConclusive(trial)) return { policy: findBetter(trial, size), why: "measured" };
  return { policy: hasAtLeast(size, SMALL_PARAMETERS) ? "native" : "staged", why: "assumed" };
}

/** Whether a trial can tell how a model with these engines is asked best. */
export function isTriable(engines: readonly EngineId[]): boolean {
  return engines.some((engine) => FILE_ENGINES.has(engine));
}

/** Whether a trial has enough cases of both ways to decide by. */
export function isConclusive({ native, staged }: PolicyTrial): boolean {
  return native.of >= MIN_CASES && staged.of >= MIN_CASES;
}

type ModelSize = Pick<PolicyFacts, "name" | "bytes">;

function findBetter({ native, staged }: PolicyTrial, size: ModelSize): "native" | "staged" {
  const lead = toShare(native) - toShare(staged);
  return lead > 0 || (lead === 0 && hasAtLeast(size, LARGE_PARAMETERS)) ? "native" : "staged";
}

function toShare({ passed, of }: PolicyTally): number {
  return passed / of;
}

/** By what the model's name tells, or else by its bytes; one of which neither is known counts as large. */
function hasAtLeast({ name, bytes = Number.POSITIVE_INFINITY }: ModelSize, wanted: number): boolean {
  const parameters = readParameters(name);
  return parameters === null ? bytes >= SMALL_BYTES : parameters >= wanted;
}

/** The parameters that a model's name tells, as in `1.5B`, `135M` or `8x7B`; null where it tells none. */
export function readParameters(name: string): number | null {
  // An underscore separates words of a file's name, and counts as a letter in a pattern.
  const words = name.replaceAll("_", " ");
  const [, experts, count, unit = ""] = /(?<![\w.])(?:(\d+)x)?(\d+(?:\.\d+)?) ?([bm])(?![a-z0-9])/i.exec(words) ?? [];
  if (count === undefined) return null;
  return Number(experts ?? 1) * Number(count) * (unit.toLowerCase() === "b" ? 1e9 : 1e6);
}
