import { cpus, loadavg } from "node:os";
import type { DecodingFigures, EngineFigures, EngineTask } from "./engine-page.ts";
import { openBenchPage } from "./open-page.ts";
import { benchRepacking } from "./repacking.ts";

const PAGE = "/dev/bench/engine-page.ts";

/** The split kernels are made for GPUs: where the processor plays one, a few tokens of theirs take as long as many. */
const TASKS: Readonly<Record<string, EngineTask>> = {
  "tiny-flat": { engine: "webllm", model: "tiny", kernels: "flat", promptLength: 300, newTokens: 64 },
  "tiny-split": { engine: "webllm", model: "tiny", kernels: "split", promptLength: 300, newTokens: 64 },
  "starter-wllama": { engine: "wllama", model: "starter", promptLength: 1000, newTokens: 24 },
  "starter-flat": { engine: "webllm", model: "starter", kernels: "flat", promptLength: 1000, newTokens: 24 },
  "starter-split": { engine: "webllm", model: "starter", kernels: "split", promptLength: 250, newTokens: 4 },
};

/**
 * Measures how fast the engines read a prompt and write an answer, all in one run in Chromium: the tiny model and the
 * starter, our libraries' two kinds of kernels through WebLLM, and wllama beside them; then the starter before and after
 * repacking (see `benchRepacking`), and what decoding a long reply at each token costs. Options: `--json`, `--only=tiny-flat,starter-wllama,decoding,repacking`. Figures of different machines or of a busy one do not compare; the load is printed.
 */
export async function benchEngine(options: readonly string[]): Promise<void> {
  const only = options
    .find((option) => option.startsWith("--only="))
    ?.slice(7)
    .split(",");
  const isJson = options.includes("--json");
  const lines: (EngineFigures & { readonly name: string })[] = [];
  for (const [name, task] of Object.entries(TASKS)) {
    if (only !== undefined && !only.includes(name)) continue;
    // A browser each: none waits for what another left behind.
    const { page, close } = await openBenchPage();
    try {
      const session = await page.context().browser()?.newBrowserCDPSession();
      await page.exposeFunction("readGpuSeconds", async () => {
        const processes = await session?.send("SystemInfo.getProcessInfo");
        return processes?.processInfo.find(({ type }) => type === "GPU")?.cpuTime ?? 0;
      });
      const figures: EngineFigures = await page.evaluate(
        async ({ path, what }) => (await import(path)).measureEngine(what),
        { path: PAGE, what: task },
      );
      lines.push({ name, ...figures });
      if (!isJson) console.log(toText(name, figures));
    } finally {
      await close();
    }
  }
  const isDecoding = only === undefined || only.includes("decoding");
  const decoding = isDecoding ? await measureDecoding() : undefined;
  if (decoding !== undefined && !isJson) console.log(toDecodingText(decoding));
  const isRepacking = only === undefined || only.includes("repacking");
  const repacking = isRepacking ? await benchRepacking(options) : undefined;
  const machine = { cores: cpus().length, load: loadavg()[0]?.toFixed(1) };
  if (isJson) console.log(JSON.stringify({ bench: "engine", machine, lines, decoding, repacking }, null, 2));
  else console.log(`${machine.cores} cores, load ${machine.load} at the end (the measurement itself included)`);
}

/** Tokens of a long reply with its thoughts. */
const REPLY_TOKENS = 3600;

async function measureDecoding(): Promise<DecodingFigures> {
  const { page, close } = await openBenchPage();
  try {
    return await page.evaluate(async ({ path, tokens }) => (await import(path)).measureDecoding(tokens), {
      path: PAGE,
      tokens: REPLY_TOKENS,
    });
  } finally {
    await close();
  }
}

function toDecodingText({ tokens, whole, growing }: DecodingFigures): string {
  const told = ({ total, last }: DecodingFigures["whole"]): string =>
    `${total} ms in all, ${last.toFixed(2)} ms a token at the end`;
  return `a reply of ${tokens} tokens decoded at each: whole ${told(whole)}; as it grows ${told(growing)}`;
}

function toText(name: string, figures: EngineFigures): string {
  const { adapter, loadSeconds, promptTokens, prefillRate, newTokens, decodeRate, gpuSeconds } = figures;
  const isWllama = name.endsWith("wllama");
  const cost = `${gpuSeconds.read.toFixed(3)} and ${gpuSeconds.written.toFixed(3)} s of its process a token`;
  return (
    `${name.padEnd(15)} read ${String(promptTokens).padStart(3)} tokens at ${prefillRate.toFixed(1).padStart(6)}/s, ` +
    `wrote ${String(newTokens).padStart(2)} at ${decodeRate.toFixed(1).padStart(6)}/s; ` +
    `loaded in ${loadSeconds.toFixed(1)} s (${isWllama ? "processor" : `${adapter}, ${cost}`})`
  );
}
