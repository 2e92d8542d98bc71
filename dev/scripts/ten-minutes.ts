/**
 * The first ten minutes of somebody new, with the real starter in a real browser: `npx tsx dev/scripts/ten-minutes.ts`.
 *
 * `--only=<part>` (may be given more than once; its first letters are enough) for some parts, `--brief` for those that
 * `npm test` runs, which take about four minutes together, `--show` for what stood on the page, `--json`, `--seal=<file>` to keep a file of questions as the sealed ones. Exits 1 below the targets.
 */
import type { BrowserContext } from "playwright-core";
import { startTestServer } from "../../e2e/harness/test-server.ts";
import { ACTION_PARTS } from "../../e2e/minutes/action-parts.ts";
import { openNewcomer } from "../../e2e/minutes/newcomer.ts";
import { sealQuestions } from "../../e2e/minutes/question.ts";
import { QUESTION_PARTS } from "../../e2e/minutes/question-parts.ts";
import type { Finding, Journey } from "../../e2e/minutes/stage.ts";
import { ensureBuilt } from "./build-app.ts";
import { CHROMIUM_FLAGS, launchChromium } from "./find-chromium.ts";

const MIN_GOOD_SHARE = 0.8;
const PARTS = { ...QUESTION_PARTS, ...ACTION_PARTS };
const BRIEF = ["suggestions-en", "suggestions-de", "suggestions-es", "memory", "weather"];

const options = process.argv.slice(2);
const toSeal = readValues("seal")[0];
if (toSeal !== undefined) {
  console.log(`${sealQuestions(toSeal)} questions are sealed.`);
  process.exit(0);
}
const only = options.includes("--brief") ? BRIEF : readValues("only");
const names = Object.keys(PARTS).filter((name) => only.length === 0 || only.some((each) => name.startsWith(each)));

const findings: Finding[] = [];
const journeys: Journey[] = [];
await ensureBuilt();
const server = await startTestServer();
// As with most newcomers, there is no GPU for a web page.
const browser = await launchChromium(CHROMIUM_FLAGS.filter((flag) => !flag.includes("webgpu")));
for (const name of names) await playPart(name);
await browser.close();
await server.stop();

const isGood = ({ flaw, untrue }: Finding): boolean => flaw === null && untrue.length === 0;
const good = findings.filter(isGood).length;
const untrue = findings.reduce((sum, finding) => sum + finding.untrue.length, 0);
const slow = journeys.filter(({ presses, maxPresses }) => presses > maxPresses);
if (options.includes("--json")) {
  console.log(JSON.stringify({ good, of: findings.length, untrue, findings, journeys }, null, 2));
} else printTables();
process.exitCode = good < findings.length * MIN_GOOD_SHARE || untrue > 0 || slow.length > 0 ? 1 : 0;

async function playPart(part: string): Promise<void> {
  const contexts: BrowserContext[] = [];
  const since = Date.now();
  const report = (finding: Omit<Finding, "part">): void => {
    findings.push({ part, ...finding });
    if (finding.name !== null) console.error(toLine(finding));
  };
  try {
    await PARTS[part]?.({
      url: server.url,
      open: async (locale = "en-GB") => {
        const context = await browser.newContext({ locale, serviceWorkers: "block", timezoneId: "UTC" });
        contexts.push(context);
        return openNewcomer(context, server.url);
      },
      report,
      reportJourney: (journey) => journeys.push(journey),
    });
  } catch (error) {
    const seconds = (Date.now() - since) / 1000;
    report({
      name: `the whole of ${part}`,
      flaw: String(error).split("\n").slice(0, 14).join(" "),
      untrue: [],
      shown: null,
      seconds,
    });
  }
  for (const context of contexts) await context.close();
}

function toLine({ name, flaw, untrue: lies, shown, seconds }: Omit<Finding, "part">): string {
  const verdict = flaw === null && lies.length === 0 ? "good" : [flaw, ...lies].filter(Boolean).join("; ");
  const seen = options.includes("--show") && shown !== null ? `\n        ${shown.slice(0, 400)}` : "";
  return `  ${seconds.toFixed(0).padStart(3)} s  ${name}: ${verdict}${seen}`;
}

function printTables(): void {
  console.log(`\n${"part".padEnd(18)}${"good".padStart(8)}${"untrue".padStart(8)}${"seconds".padStart(9)}`);
  for (const name of names) {
    const own = findings.filter(({ part }) => part === name);
    const lies = own.reduce((sum, finding) => sum + finding.untrue.length, 0);
    const seconds = own.reduce((sum, finding) => sum + finding.seconds, 0);
    const share = `${own.filter(isGood).length}/${own.length}`;
    console.log(`${name.padEnd(18)}${share.padStart(8)}${String(lies).padStart(8)}${seconds.toFixed(0).padStart(9)}`);
  }
  if (journeys.length > 0) {
    console.log(`\n${"journey".padEnd(18)}${"presses".padStart(8)}${"at most".padStart(8)}${"seconds".padStart(9)}`);
  }
  for (const { name, presses, maxPresses, seconds } of journeys) {
    const cells = [String(presses).padStart(8), String(maxPresses).padStart(8), seconds.toFixed(0).padStart(9)];
    console.log(`${name.padEnd(18)}${cells.join("")}`);
  }
  console.log(`\n${good} good of ${findings.length}, ${untrue} untrue`);
}

function readValues(name: string): readonly string[] {
  return options.flatMap((option) => (option.startsWith(`--${name}=`) ? [option.slice(name.length + 3)] : []));
}
