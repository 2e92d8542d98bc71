import { openSync, writeSync } from "node:fs";
import { FUZZ_TARGETS } from "./fuzz-targets.ts";
import { createInputRandom } from "./mutate-text.ts";
import type { FuzzBatch, FuzzFinding, FuzzReport } from "./run-fuzz.ts";

/** An input that takes longer, three times in a row, is a finding; in milliseconds of this process's own time. */
const SLOW_MS = 500;
/** What is waited for an answer that never comes. */
const NEVER_MS = 5_000;

const targets = new Map(FUZZ_TARGETS.map((target) => [target.name, target]));
const place = openSync(process.env.FUZZ_PLACE ?? "/dev/null", "w");
const at = Buffer.alloc(8);

process.on("message", (batch: FuzzBatch) => void play(batch).then((report) => process.send?.(report)));
// A fault that no reader caught and no promise carried.
let stray: string | null = null;
for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => {
    stray = toFault(error);
  });
}

async function play({ target: name, seed, from, count }: FuzzBatch): Promise<FuzzReport> {
  const target = targets.get(name);
  if (target === undefined) throw new Error(`There is no reader '${name}'.`);
  const findings: FuzzFinding[] = [];
  let slowestMs = 0;
  for (let index = from; index < from + count; index += 1) {
    // Written down first: if this input hangs, the other process knows which it was.
    at.writeDoubleLE(index);
    writeSync(place, at, 0, 8, 0);
    const input = target.make(createInputRandom(name, seed, index));
    let result = await time(() => target.read(input));
    // The first time compiles code and collects what others left: only what is slow each time is slow.
    for (let again = 0; again < 2 && result.ms > SLOW_MS; again += 1) {
      const repeated = await time(() => target.read(input));
      result = { ms: Math.min(result.ms, repeated.ms), fault: result.fault ?? repeated.fault };
    }
    slowestMs = Math.max(slowestMs, result.ms);
    if (target.isLeftAlone === true) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      stray = null;
    }
    const fault = result.fault ?? stray ?? (result.ms > SLOW_MS ? `it took ${Math.round(result.ms)} ms` : null);
    stray = null;
    if (fault !== null) findings.push({ target: name, index, input, fault });
  }
  return { findings, slowestMs, residentBytes: process.memoryUsage.rss() };
}

async function time(read: () => unknown): Promise<{ readonly ms: number; readonly fault: string | null }> {
  const start = process.cpuUsage();
  const measure = (): number => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  try {
    const ended = await Promise.race([Promise.resolve(read()).then(() => true), wait(NEVER_MS)]);
    return { ms: measure(), fault: ended ? null : "it never ended" };
  } catch (error) {
    return { ms: measure(), fault: toFault(error) };
  }
}

let timer: NodeJS.Timeout | undefined;

function wait(milliseconds: number): Promise<false> {
  clearTimeout(timer);
  return new Promise((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
    timer.unref();
  });
}

function toFault(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message).split("\n").slice(0, 4).join("\n") : String(error);
}
