// The faults at full size: `npx tsx dev/scripts/soak.ts [-- kills [kind]]`, by default 300 kills and the others in proportion. A fresh
// seed each time; it is printed, so that a failure can be run again with KILL_SEED. Prints for each kind how many were
// tried, how many failed, and the slowest; exits 1 if one failed.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { REPORTS } from "./run-checks.ts";
import { runCommand } from "./run-command.ts";

/** A kind of fault, and the specs that provoke it. */
interface FaultKind {
  readonly name: string;
  readonly specs: readonly string[];
  /** Of the specs' tests, those whose titles fit. */
  readonly tests?: string;
  /** The variable that says how many rounds one test makes, and how many for 300 kills; else the tests are repeated. */
  readonly rounds?: readonly [string, number];
}

/** How often a test without rounds of its own is repeated for 300 kills. */
const REPEATS = 20;
const KINDS: readonly FaultKind[] = [
  { name: "kills while writing", specs: ["storage-kill"], rounds: ["KILL_ROUNDS", 300] },
  { name: "kills while writing a file", specs: ["files-kill"], rounds: ["FILE_KILL_ROUNDS", 40] },
  { name: "two tabs", specs: ["storage-tabs"], rounds: ["TAB_ROUNDS", 500] },
  { name: "power loss while importing", specs: ["storage-import"], rounds: ["IMPORT_ROUNDS", 60] },
  { name: "a full disk", specs: ["storage-disk"], rounds: ["DISK_ROUNDS", 40] },
  { name: "quota", specs: ["storage-conditions", "storage-app"], tests: "over quota|kept in view" },
  { name: "wiped databases", specs: ["storage-conditions", "storage-app"], tests: "data removed" },
  { name: "corrupted databases", specs: ["storage-conditions", "storage-app", "storage-torn"], tests: "damaged|torn" },
  { name: "killed workers", specs: ["worker-end"] },
  { name: "frozen pages", specs: ["sleep-and-clock"], tests: "frozen" },
  { name: "updates during a run", specs: ["service-worker"], tests: "under way|changes nothing" },
];

/** What Playwright's JSON reporter writes, as far as it is read here. */
interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly { readonly tests: readonly { readonly results: readonly TestResult[] }[] }[];
}

interface TestResult {
  readonly status: string;
  readonly duration: number;
}

const [killsText = "300", only = ""] = process.argv.slice(2);
const share = Number(killsText) / 300;
const seed = process.env.KILL_SEED ?? String(Date.now() % 1_000_000_007);
console.log(`seed ${seed}`);

let failures = 0;
const rows: string[] = [];
for (const kind of KINDS.filter(({ name }) => name.includes(only))) {
  const { tried, failed, slowestMs } = await play(kind);
  failures += failed;
  rows.push(`${kind.name.padEnd(28)} ${tried} tried, ${failed} failed, slowest ${(slowestMs / 1000).toFixed(1)} s`);
  console.log(rows.at(-1));
}
console.log(`\n${rows.join("\n")}\nseed ${seed}`);
process.exitCode = failures === 0 ? 0 : 1;

async function play({
  specs,
  tests,
  rounds,
}: FaultKind): Promise<{ tried: number; failed: number; slowestMs: number }> {
  const count = Math.max(1, Math.round((rounds?.[1] ?? REPEATS) * share));
  const report = join(REPORTS, "soak.json");
  rmSync(report, { force: true });
  const args = [
    "test",
    "--project=scripted",
    "--retries=0",
    "--reporter=list,json",
    ...specs.map((spec) => `${spec}.spec`),
  ];
  if (tests !== undefined) args.push("--grep", tests);
  if (rounds === undefined) args.push(`--repeat-each=${count}`);
  const env = {
    KILL_SEED: seed,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    ...(rounds === undefined ? {} : { [rounds[0]]: String(count) }),
  };
  const code = await runCommand("playwright", args, { env });
  const results = existsSync(report) ? listResults(JSON.parse(readFileSync(report, "utf8")) as Suite) : [];
  const failed = results.filter(({ status }) => status !== "passed" && status !== "skipped").length;
  // Rounds are tried within one test; how long the slowest took, the test itself bounds and prints.
  const perTest = rounds === undefined ? 1 : count;
  const slowestMs = Math.max(0, ...results.map(({ duration }) => duration)) / perTest;
  return { tried: results.length * perTest, failed: code !== 0 && failed === 0 ? 1 : failed, slowestMs };
}

function listResults({ suites = [], specs = [] }: Suite): readonly TestResult[] {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return [...own, ...suites.flatMap(listResults)];
}
