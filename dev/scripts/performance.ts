import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./build-app.ts";

/** What `docs/performance.md` is made of, each with its options. */
const BENCHES: Readonly<Record<string, readonly string[]>> = {
  loop: [],
  scale: ["--notes=1000,10000,100000,1000000"],
  page: [],
  start: [],
  conversation: ["--models=starter,0.5b,1.5b"],
  decode: [],
  constraint: [],
  attention: [],
  processor: ["--positions=100"],
  costs: [],
  waits: [],
  files: ["--scale"],
};

/**
 * `npx tsx dev/scripts/performance.ts`: measures everything that docs/performance.md says, one benchmark after the other, and writes it.
 * Names choose some of them, and each can be run several times: `npx tsx dev/scripts/performance.ts loop start --runs=3`. What was kept of
 * a benchmark before is replaced.
 */
const named = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const runs = Number(process.argv.find((word) => word.startsWith("--runs="))?.slice(7) ?? 1);
const unknown = named.filter((name) => !(name in BENCHES));
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}.`);
const folder = join(ROOT, "dev/bench/figures");
mkdirSync(folder, { recursive: true });
for (const [name, options] of Object.entries(BENCHES)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const printed: unknown[] = [];
  for (let run = 1; run <= runs; run += 1) {
    console.error(`${name}, run ${run} of ${runs} …`);
    const figures = bench(name, ...options, "--json");
    // A benchmark that fails leaves what is known of it.
    if (figures === null) process.exitCode = 1;
    else printed.push(JSON.parse(figures));
  }
  if (printed.length > 0) writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(printed, null, 1)}\n`);
}
if (bench("report") === null) process.exitCode = 1;

/** Runs one as `npm run bench` does, before other work where this user may; what it printed, or null. */
function bench(...words: readonly string[]): string | null {
  const [command, ...rest] = [...(process.getuid?.() === 0 ? ["nice", "-n", "-19"] : []), process.execPath];
  const run = spawnSync(command ?? "", [...rest, "--import", "tsx", "dev/bench/run.ts", ...words], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return run.status === 0 ? run.stdout : null;
}
