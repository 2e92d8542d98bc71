import { KV_FORMS, type KvForm } from "./attention/kv-forms.ts";
import type { KvRates } from "./attention-page.ts";
import { openBenchPage } from "./open-page.ts";
import { readMachine } from "./report/machine.ts";
import { toMedian } from "./report/median.ts";

const PAGE = "/dev/bench/attention-page.ts";
const FORMS = Object.keys(KV_FORMS) as KvForm[];
/** Sentences of 17 tokens before what is measured. */
const SENTENCES = [0, 32];
const NEW_TOKENS = 16;

/**
 * How fast the starter reads and writes behind growing contexts, by how llama.cpp keeps the keys and values; in turns.
 * Options: `--rounds=3`, `--show` for each figure as it comes, `--json`.
 */
export async function benchAttention(options: readonly string[]): Promise<void> {
  const read = (name: string): string | undefined =>
    options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
  const rounds = Number(read("rounds") ?? 3);
  const { page, close } = await openBenchPage();
  try {
    const session = await page.context().browser()?.newBrowserCDPSession();
    await page.exposeFunction("readPageSeconds", async () => {
      const { processInfo = [] } = (await session?.send("SystemInfo.getProcessInfo")) ?? {};
      return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    });
    for (const form of FORMS) {
      await page.evaluate(async (asked) => (await import(asked.path)).loadForm(asked.form, 1), {
        ...{ path: PAGE, form },
      });
    }
    const found: (KvRates & { readonly form: KvForm; readonly sentences: number })[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const sentences of SENTENCES) {
        for (const form of FORMS) {
          const rates: KvRates = await page.evaluate(
            async (asked) =>
              (await import(asked.path)).measureForm(asked.form, asked.sentences, asked.mark, asked.tokens),
            { path: PAGE, form, sentences, mark: `Round ${round}.`, tokens: NEW_TOKENS },
          );
          found.push({ form, sentences, ...rates });
          if (options.includes("--show")) console.error(form, JSON.stringify(rates));
        }
      }
    }
    const lines = SENTENCES.flatMap((sentences) => FORMS.map((form) => toLine(form, sentences, found)));
    const summary = { bench: "attention", machine: readMachine(), rounds, lines };
    if (options.includes("--json")) console.log(JSON.stringify(summary));
    else console.table(lines);
  } finally {
    await close();
  }
}

function toLine(
  form: KvForm,
  sentences: number,
  found: readonly (KvRates & { readonly form: KvForm; readonly sentences: number })[],
) {
  const own = found.filter((each) => each.form === form && each.sentences === sentences);
  const middle = (of: (rates: KvRates) => number): number => Number(toMedian(own.map(of)).toFixed(1));
  return {
    form,
    context: own[0]?.kept ?? 0,
    read: middle((rates) => rates.read),
    readInPieces: middle((rates) => rates.readInPieces),
    written: middle((rates) => rates.written),
  };
}
