import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "../build-app.ts";

/** Inputs for one reader, by their numbers. */
export interface FuzzBatch {
  readonly target: string;
  readonly seed: number;
  readonly from: number;
  readonly count: number;
}

/** An input that a reader did not survive, or was slow with. */
export interface FuzzFinding {
  readonly target: string;
  readonly index: number;
  readonly input: string;
  readonly fault: string;
}

/** How a batch went. */
export interface FuzzReport {
  readonly findings: readonly FuzzFinding[];
  readonly slowestMs: number;
  readonly residentBytes: number;
}

/** A process whose heap is full ends, which is a finding. */
const HEAP_MB = 512;
const HANG_MS = 20_000;
const WORKER = fileURLToPath(new URL("fuzz-worker.ts", import.meta.url));

/** Plays batches in processes of their own, one for each core. A process that hangs or dies is replaced. */
export async function runFuzz(
  batches: readonly FuzzBatch[],
  onReport: (batch: FuzzBatch, report: FuzzReport) => void,
): Promise<void> {
  const waiting = [...batches];
  const folder = mkdtempSync(join(tmpdir(), "alcove-fuzz-"));
  const lane = async (_: unknown, lane: number): Promise<void> => {
    const place = join(folder, `place-${lane}`);
    let child = start(place);
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      const report = await play(child, batch);
      if (typeof report !== "string") {
        onReport(batch, report);
        continue;
      }
      child.kill("SIGKILL");
      child = start(place);
      const index = readFileSync(place).readDoubleLE(0);
      onReport(batch, {
        findings: [{ target: batch.target, index, input: "", fault: report }],
        slowestMs: 0,
        residentBytes: 0,
      });
      const next = index + 1;
      if (next < batch.from + batch.count)
        waiting.unshift({ ...batch, from: next, count: batch.from + batch.count - next });
    }
    child.kill();
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, lane));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function start(place: string): ChildProcess {
  return fork(WORKER, [], {
    execArgv: ["--import", "tsx", `--max-old-space-size=${HEAP_MB}`],
    env: {
      ...process.env,
      FUZZ_PLACE: place,
      NODE_ENV: "production",
      TSX_TSCONFIG_PATH: join(ROOT, "app/tsconfig.json"),
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

/** The report, or how the process ended without one. */
function play(child: ChildProcess, batch: FuzzBatch): Promise<FuzzReport | string> {
  return new Promise((resolve) => {
    const hang = setTimeout(() => finish(`it took more than ${HANG_MS} ms`), HANG_MS + batch.count * 5);
    const take = (report: FuzzReport): void => finish(report);
    const end = (code: number | null): void => finish(`the process ended (${code}): its memory was full, or worse`);
    const finish = (outcome: FuzzReport | string): void => {
      clearTimeout(hang);
      child.off("message", take);
      child.off("exit", end);
      resolve(outcome);
    };
    child.once("message", take);
    child.once("exit", end);
    child.send(batch);
  });
}
