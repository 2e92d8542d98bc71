import { POLICY_IDS, type PolicyId } from "../../../worker/protocol/model.ts";
import { STARTER_WAYS, type StarterWay } from "../starter/starter-ways.ts";

/** A model to be asked, and where it runs. */
export interface ModelChoice {
  /** The starter in one of its ways, or the path of any GGUF file. */
  readonly model:
    | { readonly type: "starter"; readonly way: StarterWay }
    | { readonly type: "file"; readonly path: string };
  /** Absent for the model's own. */
  readonly policy?: PolicyId;
  /** Absent for one, and in Chromium for as many as are measured to be fastest. */
  readonly threads?: number;
  readonly inBrowser: boolean;
  /** A file with the adapter merged, in place of what this checkout's adapter gives the tuned starter. */
  readonly mergedFile?: string;
}

/** The value of `--name=value`; undefined where it is not given. */
export function readOption(options: readonly string[], name: string): string | undefined {
  const prefix = `--${name}=`;
  return options.find((option) => option.startsWith(prefix))?.slice(prefix.length);
}

/**
 * Reads `--model=starter|base|tuned|FILE.gguf`, `--policy=native|staged|tuned`, `--threads=N` and `--chromium`. Throws a
 * sentence for what is none of these.
 */
export function readModelChoice(options: readonly string[]): ModelChoice {
  const policy = readOption(options, "policy");
  const threads = readOption(options, "threads");
  if (policy !== undefined && !isPolicy(policy)) {
    throw new Error(`There is no policy '${policy}'; there are ${POLICY_IDS.join(", ")}.`);
  }
  if (threads !== undefined && !/^[1-9]\d*$/.test(threads)) throw new Error(`'${threads}' is no number of threads.`);
  return {
    model: toModel(readOption(options, "model") ?? "starter"),
    inBrowser: options.includes("--chromium"),
    ...(policy === undefined ? {} : { policy }),
    ...(threads === undefined ? {} : { threads: Number(threads) }),
  };
}

function toModel(word: string): ModelChoice["model"] {
  if (/\.gguf$/i.test(word)) return { type: "file", path: word };
  const way = word === "starter" ? "tuned" : STARTER_WAYS.find((each) => each === word);
  if (way === undefined) {
    throw new Error(`There is no way '${word}'; there are ${STARTER_WAYS.join(", ")}, and a path that ends in .gguf.`);
  }
  return { type: "starter", way };
}

function isPolicy(word: string): word is PolicyId {
  return POLICY_IDS.some((id) => id === word);
}
