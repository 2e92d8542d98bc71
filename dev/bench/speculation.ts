import { type Addon, type AddonContext, type AddonModel, loadAddon } from "../../e2e/harness/llama-model.ts";
import { findAtHand, toPath } from "./models/at-hand.ts";
import { readOption } from "./models/model-choice.ts";
import { openBenchPage } from "./open-page.ts";
import { readMachine } from "./report/machine.ts";
import type { DraftedText } from "./speculation-page.ts";

const PAGE = "/dev/bench/speculation-page.ts";
const TARGET = findAtHand("1.5b");
const DRAFT = findAtHand("0.5b");
const CONTEXT_TOKENS = 1024;
const PROMPT = `<|im_start|>user
Write a TypeScript class for a shopping cart, and then explain in plain words what each of its methods does.<|im_end|>
<|im_start|>assistant
`;

/**
 * The 0.5B drafts and the 1.5B checks, in llama.cpp's native binding and greedily, beside the 1.5B alone: whether the tokens
 * are the same, how many drafts were taken, and the ratio of the times. With `--chromium` by wllama, which is
 * given a draft model, with the number of its drafts. Options: `--tokens=500`, `--drafts=3`, `--threads=1`, `--json`.
 */
export async function benchSpeculation(options: readonly string[]): Promise<void> {
  const read = (name: string, usual: number): number => Number(readOption(options, name) ?? usual);
  const [tokens, drafts, threads] = [read("tokens", 500), read("drafts", 3), read("threads", 1)];
  if (options.includes("--chromium")) return compareInChromium(tokens, drafts);
  const addon = await loadAddon();
  if (typeof addon === "string") throw new Error(addon);
  const target = await Greedy.open(addon, toPath(TARGET), threads);
  const draft = await Greedy.open(addon, toPath(DRAFT), threads);
  const prompt = target.tokenize(PROMPT);
  const alone = await write(prompt, tokens, target);
  const together = await write(prompt, tokens, target, draft, drafts);
  const apart = alone.tokens.findIndex((token, index) => together.tokens[index] !== token);
  const summary = {
    bench: "speculation",
    machine: readMachine(),
    ...{ threads, drafts, tokens: alone.tokens.length },
    sameTokens: apart === -1 ? alone.tokens.length : apart,
    aloneTokensPerSecond: alone.rate,
    togetherTokensPerSecond: together.rate,
    ratio: round(together.rate / alone.rate),
    drafted: together.drafted,
    taken: together.taken,
  };
  console.log(options.includes("--json") ? JSON.stringify(summary) : JSON.stringify(summary, null, 2));
}

/** The same in Chromium, by wllama's own parameters: it takes a draft model, and whether it asks it is told. */
async function compareInChromium(tokens: number, drafts: number): Promise<void> {
  const { page, close } = await openBenchPage();
  try {
    const write = (paths: readonly string[]): Promise<DraftedText> =>
      page.evaluate(
        async (asked) => (await import(asked.page)).writeDrafted(asked.paths, asked.prompt, asked.tokens, asked.drafts),
        { page: PAGE, paths, prompt: PROMPT, tokens, drafts },
      );
    const alone = await write([TARGET.path]);
    const together = await write([TARGET.path, DRAFT.path]);
    const summary = {
      bench: "speculation",
      engine: "wllama",
      machine: readMachine(),
      tokens: alone.tokens,
      sameText: alone.text === together.text && alone.tokens === together.tokens,
      aloneTokensPerSecond: round(alone.tokensPerSecond),
      togetherTokensPerSecond: round(together.tokensPerSecond),
      ratio: round(together.tokensPerSecond / alone.tokensPerSecond),
      drafted: together.drafted,
    };
    console.log(JSON.stringify(summary, null, 2));
  } finally {
    await close();
  }
}

interface Written {
  readonly tokens: readonly number[];
  readonly rate: number;
  readonly drafted: number;
  readonly taken: number;
}

/** Writes greedily; with a draft model each step of the target checks what that one has guessed. */
async function write(
  prompt: readonly number[],
  limit: number,
  target: Greedy,
  draft: Greedy | null = null,
  drafts = 0,
): Promise<Written> {
  let next = await target.restart(prompt);
  await draft?.restart(prompt);
  const tokens: number[] = [];
  let [drafted, taken] = [0, 0];
  const startedAt = performance.now();
  while (tokens.length < limit) {
    tokens.push(next);
    const guesses: number[] = [];
    while (draft !== null && guesses.length < drafts) guesses.push(await draft.follow(guesses.at(-1) ?? next));
    const said = await target.step([next, ...guesses]);
    let right = 0;
    while (right < guesses.length && guesses[right] === said[right]) right += 1;
    drafted += guesses.length;
    taken += right;
    tokens.push(...guesses.slice(0, right));
    next = said[right] ?? 0;
    target.forget(guesses.length - right);
    // The newest guess was never read by the draft model.
    if (draft === null) continue;
    if (right === guesses.length) await draft.step(guesses.slice(-1));
    else draft.forget(guesses.length - 1 - right);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { tokens: tokens.slice(0, limit), rate: round(tokens.length / seconds), drafted, taken };
}

/** A model that tells its likeliest next token after each one that it reads. */
class Greedy {
  readonly #model: AddonModel;
  readonly #context: AddonContext;
  readonly #sampler: InstanceType<Addon["AddonSampler"]>;
  #length = 0;

  private constructor(addon: Addon, model: AddonModel, context: AddonContext) {
    this.#model = model;
    this.#context = context;
    this.#sampler = new addon.AddonSampler(model);
    this.#sampler.applyConfig({ temperature: 0, seed: 1 });
  }

  static async open(addon: Addon, path: string, threads: number): Promise<Greedy> {
    const model = new addon.AddonModel(path, { addonExports: addon, gpuLayers: 0 });
    if (!(await model.init())) throw new Error(`llama.cpp could not load ${path}: npm run model:fetch brings it.`);
    const context = new addon.AddonContext(model, {
      ...{ contextSize: CONTEXT_TOKENS, batchSize: 256, sequences: 1, threads },
    });
    if (!(await context.init())) throw new Error("llama.cpp could not make a context");
    return new Greedy(addon, model, context);
  }

  tokenize(text: string): readonly number[] {
    return [...this.#model.tokenize(text, true)];
  }

  async restart(prompt: readonly number[]): Promise<number> {
    this.forget(this.#length);
    return (await this.step(prompt)).at(-1) ?? 0;
  }

  /** The likeliest token after one that it reads. */
  async follow(token: number): Promise<number> {
    return (await this.step([token]))[0] ?? 0;
  }

  /** Reads tokens; answers with the likeliest token after each of them. */
  async step(tokens: readonly number[]): Promise<readonly number[]> {
    this.#context.initBatch(tokens.length);
    const wanted = Uint32Array.from(tokens.keys());
    const places = this.#context.addToBatch(0, this.#length, Uint32Array.from(tokens), wanted);
    await this.#context.decodeBatch();
    this.#length += tokens.length;
    const next: number[] = [];
    for (const place of places) next.push(await this.#context.sampleToken(place, this.#sampler));
    return next;
  }

  forget(count: number): void {
    if (count === 0) return;
    this.#length -= count;
    this.#context.removeTokenCellsFromSequence(0, this.#length, -1);
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
