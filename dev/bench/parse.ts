import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createContestants, createOutputs, PIECE } from "./parse-contestants.ts";

const OUTPUTS = 100;
/** A contestant that takes longer than this is stopped. */
const LIMIT_MS = 60_000;

/** What was measured for one contestant in one mode. */
export interface ParseFigures {
  readonly contestant: string;
  readonly mode: "whole" | "streamed";
  /** Characters read a second, in millions, from the median of the rounds; null when the contestant did not end. */
  readonly millionsPerSecond: number | null;
  readonly milliseconds: number | null;
  readonly callsFound: number | null;
  readonly callsExpected: number;
  readonly note?: string;
}

/**
 * Measures the reading of tool calls beside other libraries, on one generated workload: ChatML outputs with text before
 * and after a call, read whole and in pieces of four characters. Libraries that only read JSON are given the call's body,
 * and when streamed read it anew with every piece, as their documentation suggests. Each runs in a process of its own,
 * for at most a minute. Option: `--json`.
 */
export async function benchParse(options: readonly string[]): Promise<void> {
  const characters = createOutputs(OUTPUTS, 20_260_101).reduce((sum, output) => sum + output.length, 0);
  const figures: ParseFigures[] = [];
  for (const { name, note } of createContestants()) {
    for (const mode of ["whole", "streamed"] as const) {
      const measured = await measure(name, mode);
      const figure: ParseFigures = {
        contestant: name,
        mode,
        millionsPerSecond: measured === null ? null : characters / measured.milliseconds / 1000,
        milliseconds: measured?.milliseconds ?? null,
        callsFound: measured?.callsFound ?? null,
        callsExpected: OUTPUTS,
        ...(measured === null
          ? { note: `did not end within ${LIMIT_MS / 1000} s` }
          : note === undefined
            ? {}
            : { note }),
      };
      figures.push(figure);
      if (!options.includes("--json")) console.log(toLine(figure));
    }
  }
  const streamed = figures.filter((figure) => figure.mode === "streamed" && figure.millionsPerSecond !== null);
  const fastest = streamed.toSorted((left, right) => (right.millionsPerSecond ?? 0) - (left.millionsPerSecond ?? 0))[0];
  const summary = { bench: "parse", outputs: OUTPUTS, characters, piece: PIECE, fastestStreamed: fastest?.contestant };
  if (options.includes("--json")) console.log(JSON.stringify({ ...summary, figures }, null, 2));
  else
    console.log(
      `${OUTPUTS} outputs, ${characters} characters, pieces of ${PIECE}; fastest streamed: ${fastest?.contestant}`,
    );
}

function toLine(figure: ParseFigures): string {
  const rate = figure.millionsPerSecond === null ? "-" : figure.millionsPerSecond.toFixed(2);
  const calls = `${figure.callsFound ?? "-"}/${figure.callsExpected} calls`;
  return `${figure.contestant.padEnd(22)} ${figure.mode.padEnd(9)} ${rate.padStart(8)} M characters/s  ${calls}  ${figure.note ?? ""}`;
}

/** Runs one contestant in its own process; null when it was stopped or failed. */
async function measure(
  contestant: string,
  mode: ParseFigures["mode"],
): Promise<{ readonly milliseconds: number; readonly callsFound: number } | null> {
  const worker = fileURLToPath(new URL("./parse-worker.ts", import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, worker, contestant, mode, String(OUTPUTS)], {
    stdio: ["ignore", "pipe", "ignore"],
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
  });
  let written = "";
  child.stdout.on("data", (piece: Buffer) => {
    written += piece.toString("utf8");
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return code === 0 ? JSON.parse(written) : null;
}
