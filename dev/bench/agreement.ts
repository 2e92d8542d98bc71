import { readFileSync } from "node:fs";
import type { Agreement } from "./engine-page.ts";
import { openBenchPage } from "./open-page.ts";

const PAGE = "/dev/bench/engine-page.ts";
const MIN_SHARE = 0.97;

/**
 * Compares the starter model's likeliest next tokens, position by position of one text, through WebLLM with our library
 * and converter and through wllama with the same weights as floats, and fails under 97 %. Options: `--weights=file` has
 * wllama take the quantised weights, for which it rounds activations; `--json`, `--kernels=split`, `--positions=500`,
 * `--from=0` to begin at a later token.
 */
export async function benchAgreement(options: readonly string[]): Promise<void> {
  const read = (name: string): string | undefined =>
    options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
  const kernels = read("kernels") ?? "flat";
  const task = {
    path: PAGE,
    kernels,
    text: readFileSync(new URL("./agreement-text.txt", import.meta.url), "utf8"),
    from: Number(read("from") ?? 0),
    positions: Number(read("positions") ?? 500),
    weights: read("weights") ?? "floats",
  };
  const { page, close } = await openBenchPage();
  try {
    const agreement: Agreement = await page.evaluate(
      async (asked) =>
        (await import(asked.path)).compareEngines(
          asked.kernels,
          asked.text,
          asked.from,
          asked.positions,
          asked.weights,
        ),
      task,
    );
    const share = agreement.agreed / agreement.positions;
    if (options.includes("--json"))
      console.log(JSON.stringify({ bench: "agreement", kernels, weights: task.weights, share, ...agreement }));
    else {
      console.log(
        `${agreement.agreed} of ${agreement.positions} agree (${(share * 100).toFixed(1)} %), ${kernels} kernels`,
      );
      for (const { after, webllm, wllama } of agreement.differences) {
        console.log(
          `  after ${JSON.stringify(after)}: ${JSON.stringify(webllm)} here, ${JSON.stringify(wllama)} there`,
        );
      }
    }
    if (share < MIN_SHARE) process.exitCode = 1;
  } finally {
    await close();
  }
}
