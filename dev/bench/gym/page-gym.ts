import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { listCatalog } from "../../../worker/engines/catalog/model-catalog.ts";
import {
  EVAL_KINDS,
  type EvalKind,
  type EvalScore,
  type EvalTally,
  type MeasuredScore,
} from "../../../worker/protocol/evals.ts";
import type { EngineId } from "../../../worker/protocol/model.ts";
import { startAppServer } from "../../scripts/app-server.ts";
import { DIST, ensureBuilt, ROOT, readBuildStamp } from "../../scripts/build-app.ts";
import { CHROMIUM_FLAGS, ensureChromium } from "../../scripts/find-chromium.ts";
import { MODELS_FOLDER } from "../../scripts/models-plugin.ts";

/** What the app shows of models that were measured before it was shipped. */
const SHIPPED = join(ROOT, "app/views/models/measured-scores.json");

/** What was reached of a run through all kinds, which may take several calls. */
interface Progress {
  /** Parts from different builds of the app would not be one measurement. */
  readonly build: string;
  readonly parts: readonly Part[];
}

interface Part {
  readonly kind: EvalKind;
  readonly score: EvalScore;
  readonly browser: string;
}

/**
 * Puts a model through the app's own gym, on its page in Chromium. Options: `--engine=<id>`, `--model=<id>` (default
 * `starter`), `--kind=<kind>` (default all), `--all` for every case instead of two of each kind, `--free` for
 * unconstrained output, `--show` for every case, and `--json`.
 *
 * `--all` keeps each kind as it is done, below `.cache/gym/`, and goes on there when called again; `--minutes=<n>` begins
 * no further kind after so long, `--fresh` forgets what was kept. `--ship` writes a full score into the app.
 */
export async function measureOnPage(options: readonly string[]): Promise<void> {
  const read = (name: string, absent: string): string =>
    options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3) ?? absent;
  const trial = { model: read("model", "starter"), engine: read("engine", "wllama"), free: options.includes("--free") };
  const show = options.includes("--show");
  const isWhole = options.includes("--all") && read("kind", "") === "";
  const score = isWhole
    ? await measureAll(trial, Number(read("minutes", "600")), options.includes("--fresh"), show)
    : await withGym(trial, async (gym) => {
        const amount = options.includes("--all") ? "all" : "few";
        return (await gym.run(read("kind", ""), amount, show)).score;
      });
  if (score === null) return;
  console.log(options.includes("--json") ? JSON.stringify({ bench: "gym", score }, null, 2) : toText(score));
  if (options.includes("--ship")) ship(score);
}

interface Trial {
  readonly model: string;
  readonly engine: string;
  readonly free: boolean;
}

interface GymPage {
  run(
    kind: string,
    amount: "all" | "few",
    show: boolean,
  ): Promise<{ readonly score: EvalScore; readonly browser: string }>;
}

async function withGym<Value>(trial: Trial, use: (gym: GymPage) => Promise<Value>): Promise<Value> {
  await ensureBuilt();
  const server = await startAppServer({ folder: DIST, modelsFolder: MODELS_FOLDER, port: 0 });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: [...CHROMIUM_FLAGS] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${server.url}?model=${trial.model}&engine=${trial.engine}#/gym`);
    return await use({
      run: async (kind, amount, show) => {
        await page.locator("select[name=amount]").selectOption(amount);
        await page.getByLabel("Kinds of cases").selectOption(kind);
        await page.getByLabel("Output").selectOption(trial.free ? "free" : "constrained");
        await page.getByRole("button", { name: "Start" }).click();
        await page.locator("[data-testid=gym-progress][data-state=running]").waitFor();
        await page.locator("[data-testid=gym-progress][data-state=idle]").waitFor();
        const score = await readScore(page, trial);
        if (show) console.log((await page.getByTestId("gym-case").evaluateAll(toCaseTexts)).join("\n"));
        return { score, browser: browser.version() };
      },
    });
  } finally {
    await browser.close();
    await server.close();
  }
}

/** The score that the last run left on the page's shelf. */
async function readScore(page: Page, { free }: Trial): Promise<EvalScore> {
  const scores = await page.evaluate(async (): Promise<readonly EvalScore[]> => {
    const folder = await navigator.storage.getDirectory();
    const file = await (await folder.getFileHandle("gym-scores.json")).getFile();
    return JSON.parse(await file.text());
  });
  const score = scores.find(({ constrained }) => constrained === !free);
  if (score === undefined) throw new Error("The gym left no score.");
  return score;
}

/** Runs in the page: one line for each case, with what went wrong. */
function toCaseTexts(cases: readonly Element[]): readonly string[] {
  return cases.map((each) => {
    const passed = each.hasAttribute("data-passed") ? "passed" : "failed";
    return `${passed} ${each.getAttribute("data-case")}: ${(each.textContent ?? "").replace(/\s+/gu, " ")}`;
  });
}

/** Every case of every kind, in parts; null when time was up before the last. */
async function measureAll(trial: Trial, minutes: number, fresh: boolean, show: boolean): Promise<MeasuredScore | null> {
  await ensureBuilt();
  const build = readBuildStamp();
  const path = join(
    ROOT,
    ".cache/gym",
    `${trial.model}-${trial.engine}-${trial.free ? "free" : "locked"}.json`.replace(/[:/]/gu, "-"),
  );
  const kept: Progress | null = !fresh && existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
  if (kept !== null && kept.build !== build) {
    throw new Error(`${path} holds parts of a run with another build of the app: --fresh starts anew.`);
  }
  let parts = kept?.parts ?? [];
  const until = Date.now() + minutes * 60_000;
  const missing = () => EVAL_KINDS.filter((kind) => parts.every((part) => part.kind !== kind));
  if (missing().length > 0) {
    await withGym(trial, async (gym) => {
      for (const kind of missing()) {
        if (Date.now() > until) return;
        parts = [...parts, { kind, ...(await gym.run(kind, "all", show)) }];
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, JSON.stringify({ build, parts } satisfies Progress, null, 2));
        const { passed, tried } = parts.at(-1)?.score.total ?? { passed: 0, tried: 0 };
        console.error(`${kind}: ${passed} of ${tried}`);
      }
    });
  }
  if (missing().length > 0) {
    console.log(`${parts.length} of ${EVAL_KINDS.length} kinds done; the same command goes on with the next.`);
    return null;
  }
  return joinParts(parts, trial);
}

function joinParts(parts: readonly Part[], trial: Trial): MeasuredScore {
  const last = parts.at(-1);
  if (last === undefined) throw new Error("There is nothing to join.");
  const { modelId, engine, format, constrained, version, at } = last.score;
  const browsers = [...new Set(parts.map(({ browser }) => browser))];
  const byKind: Partial<Record<EvalKind, EvalTally>> = {};
  for (const { kind, score } of parts) byKind[kind] = score.total;
  const sum = (pick: (score: EvalScore) => number): number => parts.reduce((all, { score }) => all + pick(score), 0);
  return {
    modelId,
    modelHash: readModelHash(modelId),
    engine,
    engineVersion: readEngineVersion(engine),
    browser: `Chromium ${browsers.join(", ")}`,
    format,
    constrained,
    version,
    at,
    durationMs: sum((score) => score.durationMs),
    byKind,
    total: { passed: sum(({ total }) => total.passed), tried: sum(({ total }) => total.tried) },
    complete: true,
    command: `npm run bench -- gym --all --model=${trial.model} --engine=${trial.engine}${trial.free ? " --free" : ""}`,
  };
}

function readModelHash(modelId: string): string {
  const source = listCatalog({ scripts: true }).find(({ id }) => id === modelId)?.source;
  return source !== undefined && "sha256" in source ? (source.sha256 ?? "") : "";
}

function readEngineVersion(engine: EngineId): string {
  const { dependencies }: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  const names: Partial<Record<EngineId, string>> = { wllama: "@wllama/wllama", webllm: "@mlc-ai/web-llm" };
  return dependencies[names[engine] ?? ""] ?? "";
}

/** Puts a full score in the place of the one that the app has for the same model, format and constraint. */
function ship(score: EvalScore): void {
  if (!score.complete) throw new Error("Only a score of all cases is shipped: add --all.");
  const shipped: readonly EvalScore[] = JSON.parse(readFileSync(SHIPPED, "utf8"));
  const isSame = (each: EvalScore): boolean =>
    each.modelId === score.modelId && each.format === score.format && each.constrained === score.constrained;
  const next = [...shipped.filter((each) => !isSame(each)), score];
  writeFileSync(SHIPPED, `${JSON.stringify(next, null, 2)}\n`);
}

function toText({ modelId, engine, format, constrained, byKind, total, durationMs }: EvalScore): string {
  const head = `${modelId} with ${engine}, ${format}, output ${constrained ? "locked" : "free"}`;
  const kinds = Object.entries(byKind).map(([kind, { passed, tried }]) => `  ${kind.padEnd(13)} ${passed} of ${tried}`);
  const seconds = (durationMs / 1000 / Math.max(1, total.tried)).toFixed(1);
  return [head, ...kinds, `  all           ${total.passed} of ${total.tried}, ${seconds} s a case`].join("\n");
}
