import { chromium } from "playwright-core";
import { startAppServer } from "../scripts/app-server.ts";
import { DIST, ensureBuilt } from "../scripts/build-app.ts";
import { CHROMIUM_FLAGS, ensureChromium } from "../scripts/find-chromium.ts";
import { MODELS_FOLDER } from "../scripts/models-plugin.ts";
import type { GymScore } from "../worker/protocol/gym.ts";

/**
 * Puts a model through the app's own gym, on its page in Chromium. Options: `--model=<id>` (default `starter`),
 * `--engine=<id>` (default `wllama`), `--kind=<kind>` (default all), `--all` for every case instead of two of each kind,
 * `--free` for output without a lock, `--show` for every case, and `--json`.
 */
export async function benchGym(options: readonly string[]): Promise<void> {
  const read = (name: string, absent: string): string =>
    options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3) ?? absent;
  await ensureBuilt();
  const server = await startAppServer({ folder: DIST, modelsFolder: MODELS_FOLDER, port: 0 });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: [...CHROMIUM_FLAGS] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${server.url}?model=${read("model", "starter")}&engine=${read("engine", "wllama")}#/gym`);
    await page.locator("select[name=amount]").selectOption(options.includes("--all") ? "all" : "few");
    await page.getByLabel("Kinds of cases").selectOption(read("kind", ""));
    await page.getByLabel("Output").selectOption(options.includes("--free") ? "free" : "constrained");
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator("[data-testid=gym-progress][data-state=idle]").waitFor();
    const score = await page.evaluate(async (): Promise<GymScore> => {
      const folder = await navigator.storage.getDirectory();
      const file = await (await folder.getFileHandle("gym-scores.json")).getFile();
      return JSON.parse(await file.text())[0];
    });
    console.log(options.includes("--json") ? JSON.stringify({ bench: "gym", score }, null, 2) : toText(score));
    if (options.includes("--show")) console.log((await page.getByTestId("gym-case").allInnerTexts()).join("\n"));
  } finally {
    await browser.close();
    await server.close();
  }
}

function toText({ modelId, engine, format, constrained, byKind, total, durationMs }: GymScore): string {
  const head = `${modelId} with ${engine}, ${format}, output ${constrained ? "locked" : "free"}`;
  const kinds = Object.entries(byKind).map(([kind, { passed, tried }]) => `  ${kind.padEnd(13)} ${passed} of ${tried}`);
  const seconds = (durationMs / 1000 / Math.max(1, total.tried)).toFixed(1);
  return [head, ...kinds, `  all           ${total.passed} of ${total.tried}, ${seconds} s a case`].join("\n");
}
