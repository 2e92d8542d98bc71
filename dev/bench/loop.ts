import type { LoopFigures, LoopTask } from "./loop-page.ts";
import { openBenchPage } from "./open-page.ts";
import { readMachine } from "./report/machine.ts";
import { toMedian } from "./report/median.ts";

const PAGE = "/dev/bench/loop-page.ts";
const TASKS: readonly LoopTask[] = [1, 20].flatMap((tools) => [0, 50].map((messages) => ({ tools, messages })));

/** One task: medians in milliseconds a step, and the medians of each round's ratios. */
interface LoopLine extends LoopTask {
  readonly alcove: number;
  /** With a model that answers whole, as `generateText`'s does. */
  readonly alcoveWhole: number;
  readonly generateText: number;
  readonly streamText: number;
  readonly toGenerateText: number;
  readonly wholeToGenerateText: number;
  readonly toStreamText: number;
}

/**
 * Times a step of our loop, streamed, beside `generateText` and `streamText` of `ai`, in one page of Chromium, in turns.
 * Options: `--json`, `--rounds=25`.
 */
export async function benchLoop(options: readonly string[]): Promise<void> {
  const rounds = Number(options.find((option) => option.startsWith("--rounds="))?.slice(9) ?? 25);
  const { page, close } = await openBenchPage();
  try {
    const lines: LoopLine[] = [];
    for (const task of TASKS) {
      const figures: LoopFigures = await page.evaluate(
        async (asked) => (await import(asked.path)).compareLoops(asked.task, asked.rounds),
        { path: PAGE, task, rounds },
      );
      const toRatio = (peer: readonly number[], ours = figures.alcove): number =>
        toMedian(ours.map((own, round) => own / (peer[round] ?? Number.NaN)));
      const line = {
        ...task,
        alcove: toMedian(figures.alcove),
        alcoveWhole: toMedian(figures.alcoveWhole),
        generateText: toMedian(figures.generateText),
        streamText: toMedian(figures.streamText),
        toGenerateText: toRatio(figures.generateText),
        wholeToGenerateText: toRatio(figures.generateText, figures.alcoveWhole),
        toStreamText: toRatio(figures.streamText),
      };
      lines.push(line);
      if (!options.includes("--json")) console.log(toText(line));
    }
    if (options.includes("--json"))
      console.log(JSON.stringify({ bench: "loop", machine: readMachine(), rounds, lines }));
  } finally {
    await close();
  }
}

function toText(line: LoopLine): string {
  const { tools, messages, alcove, alcoveWhole, generateText, streamText } = line;
  return (
    `${String(tools).padStart(2)} tools, ${String(messages).padStart(2)} messages: ${alcove.toFixed(2)} ms a step ` +
    `(whole outputs ${alcoveWhole.toFixed(2)}), generateText ${generateText.toFixed(2)} ` +
    `(ratios ${line.toGenerateText.toFixed(2)} and ${line.wholeToGenerateText.toFixed(2)}), ` +
    `streamText ${streamText.toFixed(2)} (ratio ${line.toStreamText.toFixed(2)})`
  );
}
