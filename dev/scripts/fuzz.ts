// Fuzzes every reader of foreign bytes: `npx tsx dev/scripts/fuzz.ts [-- inputs [seed [reader]]]`, by default 1,000,000 inputs with a
// fresh seed. Prints how many each reader got, its slowest, and what was not survived; exits 1 if anything was not, or
// took more than half a second. What is found belongs into dev/scripts/fuzz/corpus, which the unit tests replay.

import { FUZZ_TARGETS } from "./fuzz/fuzz-targets.ts";
import { runFuzz } from "./fuzz/run-fuzz.ts";

const [countText = "1000000", seedText = String(Date.now() % 1_000_000_007), only = ""] = process.argv.slice(2);
const seed = Number(seedText);
const targets = FUZZ_TARGETS.filter(({ name }) => name.includes(only));
const weights = targets.reduce((sum, { weight }) => sum + weight, 0);
const BATCH = 2_000;
const TELL_EVERY = 20_000;

const batches = targets.flatMap(({ name: target, weight }) => {
  const count = Math.ceil((Number(countText) * weight) / weights);
  return Array.from({ length: Math.ceil(count / BATCH) }, (_, index) => ({
    target,
    seed,
    from: index * BATCH,
    count: Math.min(BATCH, count - index * BATCH),
  }));
});
console.log(`seed ${seed}`);

const rows = new Map(targets.map(({ name }) => [name, { inputs: 0, findings: 0, slowestMs: 0, megabytes: 0 }]));
const start = performance.now();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    tell();
    process.exit();
  });
}
await runFuzz(batches, (batch, { findings, slowestMs, residentBytes }) => {
  const row = rows.get(batch.target);
  if (row === undefined) return;
  const before = tried();
  row.inputs += batch.count;
  row.findings += findings.length;
  row.slowestMs = Math.max(row.slowestMs, slowestMs);
  row.megabytes = Math.max(row.megabytes, residentBytes / 1e6);
  for (const { target, index, input, fault } of findings) {
    console.log(`${target} ${index}: ${fault}\n  ${JSON.stringify(input).slice(0, 400)}`);
  }
  if (Math.floor(before / TELL_EVERY) < Math.floor(tried() / TELL_EVERY)) {
    console.log(`${tried()} tried in ${seconds()} s`);
  }
});

tell();

/** Prints what was tried so far: also where the run is ended from outside. */
function tell(): void {
  for (const [name, { inputs, findings, slowestMs, megabytes }] of rows) {
    const figures = `${inputs} inputs, ${findings} not survived, slowest ${slowestMs.toFixed(0)} ms`;
    console.log(`${name.padEnd(20)} ${figures}, up to ${megabytes.toFixed(0)} MB`);
  }
  const all = [...rows.values()];
  const failed = all.reduce((sum, { findings }) => sum + findings, 0);
  const slowest = Math.max(...all.map(({ slowestMs }) => slowestMs));
  console.log(
    `${tried()} of ${countText} tried, ${failed} failed, slowest ${slowest.toFixed(0)} ms, ${seconds()} s, seed ${seed}`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
}

function tried(): number {
  return [...rows.values()].reduce((sum, { inputs }) => sum + inputs, 0);
}

function seconds(): string {
  return ((performance.now() - start) / 1000).toFixed(0);
}
