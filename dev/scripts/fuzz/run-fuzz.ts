import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
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
/** An input that takes more of its process's own time than this hangs: a busy machine may leave that process little. */
const HANG_MS = 20_000;
const LOOK_MS = 5_000;
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
      const report = await play(child, batch, place);
      if (typeof report !== "string") {
        onReport(batch, report);
        continue;
      }
      child.kill("SIGKILL");
      const index = readPlace(place) ?? batch.from;
      rmSync(place, { force: true });
      child = start(place);
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
function play(child: ChildProcess, batch: FuzzBatch, place: string): Promise<FuzzReport | string> {
  return new Promise((resolve) => {
    let input = readPlace(place);
    let used = readOwnMs(child);
    const look = setInterval(() => {
      const now = readOwnMs(child);
      const current = readPlace(place);
      if (current === input && now - used > HANG_MS) finish(`it took more than ${HANG_MS} ms`);
      else if (current !== input) used = now;
      input = current;
    }, LOOK_MS);
    const take = (report: FuzzReport): void => finish(report);
    const end = (code: number | null): void => finish(`the process ended (${code}): its memory was full, or worse`);
    const finish = (outcome: FuzzReport | string): void => {
      clearInterval(look);
      child.off("message", take);
      child.off("exit", end);
      resolve(outcome);
    };
    child.once("message", take);
    child.once("exit", end);
    child.send(batch);
  });
}

/** The number of the input that a process is at; null before its first one. */
function readPlace(place: string): number | null {
  const bytes = existsSync(place) ? readFileSync(place) : Buffer.alloc(0);
  return bytes.length < 8 ? null : bytes.readDoubleLE(0);
}

/** What a process has had of the processor, in milliseconds; of the clock where the system does not say. */
function readOwnMs({ pid }: ChildProcess): number {
  const { stdout } = spawnSync("ps", ["-o", "time=", "-p", String(pid)], { encoding: "utf8" });
  const parts = /^\s*(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+)/.exec(stdout ?? "");
  if (parts === null) return performance.now();
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}
