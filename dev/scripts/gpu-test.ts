import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import { ROOT } from "./build-app.ts";
import { readFirstPrompt } from "./gpu/first-prompt.ts";
import { writeTinyModels } from "./gpu/write-tiny-models.ts";

// Runs the wllama that this app ships on WebGPU without graphics hardware: Dawn's package for Node on Mesa's lavapipe, which
// has 16-bit arithmetic. What it needs is installed under .cache/gpu, on Debian 12 by apt. For each model the text of the GPU
// must be the text of the processor. `--tiny` leaves out the starter and the 0.5B, which is asked as two policies ask it; a
// driver without a card may not reach its end in five minutes, which is said and is no failure.
const FOLDER = join(ROOT, ".cache/gpu");
/** The package of Node itself for this machine: it needs no install script. */
const NODE = `node-${process.platform}-${process.arch}`;
const PACKAGES = ["webgpu@0.6.2", `${NODE}@26`];
const NODE_FILE = join(FOLDER, `node_modules/${NODE}/bin/node`);
const MESA = join(FOLDER, "mesa");
const DRIVER = "usr/share/vulkan/icd.d/lvp_icd.json";
const MIRROR = "http://deb.debian.org/debian";
/** One step that waits for more than 30 seconds ends the engine, as it may on a machine that is busy. */
const MAX_TRIES = 3;
const RUN_TIMEOUT_MS = 300_000;
const PROMPT = "The quick brown fox jumps over the lazy dog. Once upon a time";
const CALL_GRAMMAR = String.raw`root ::= "{\"name\": \"" [a-z]+ "\", \"arguments\": {\"city\": \"" [a-z]+ "\"}}"`;

/** Random weights write bytes that are no text; the engine's answer must be. */
const TEXT_GRAMMAR = "root ::= [ -~]{200}";

const run = promisify(execFile);

interface DawnAnswer {
  readonly text: string;
  readonly dispatches: number;
  readonly layers: number;
}

interface Trial {
  readonly name: string;
  readonly file: string;
  readonly tokens: number;
  readonly grammar?: string;
  readonly prompt?: string;
  readonly mayBeLate?: boolean;
}

await installDawn();
const environment = { ...process.env, ...(await installDriver()) };
const starter = join(ROOT, `.${STARTER_FILE.path}`);
const larger = join(ROOT, ".models/qwen2.5-coder-0.5b/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf");
const models = await writeTinyModels(join(ROOT, "dev/model/tiny/tiny.gguf"), FOLDER);
const hasLarger = existsSync(larger) && !process.argv.includes("--tiny");
const hasStarter = existsSync(starter) && !process.argv.includes("--tiny");
const trials = [
  ...models.map(([name, file]) => ({ name, file, tokens: 12, grammar: TEXT_GRAMMAR })),
  ...models
    .slice(0, 1)
    .map(([, file]) => ({ name: "a call held to its grammar", file, tokens: 48, grammar: CALL_GRAMMAR })),
  ...(hasStarter ? [{ name: "the starter", file: starter, tokens: 8 }] : []),
  ...(hasLarger
    ? await Promise.all(
        (["staged", "native"] as const).map(async (policy) => ({
          ...{ name: `the 0.5B, asked ${policy}`, file: larger, tokens: 8, mayBeLate: true },
          ...(await readFirstPrompt(policy)),
        })),
      )
    : []),
];
if (!hasStarter) console.log("The starter is left out (npm run model:fetch brings its file).");
let failed = 0;
for (const { name, mayBeLate = false, ...request } of trials as readonly Trial[]) {
  const processor = await ask({ ...request, gpu: false });
  const gpu = await ask({ ...request, gpu: true }, mayBeLate).catch((error: unknown) => {
    if (mayBeLate && isLate(error)) return null;
    throw error;
  });
  if (gpu === null) {
    console.log(`late ${name}: its end was not reached on the GPU in ${RUN_TIMEOUT_MS / 60_000} minutes`);
    continue;
  }
  const isRight =
    gpu.text === processor.text &&
    gpu.text !== "" &&
    gpu.dispatches > 0 &&
    gpu.layers > 0 &&
    processor.dispatches === 0;
  if (!isRight) failed += 1;
  console.log(`${isRight ? "ok  " : "FAIL"} ${name}: ${gpu.layers} layers and ${gpu.dispatches} dispatches on the GPU`);
  if (!isRight) console.log(`     GPU ${JSON.stringify(gpu.text)}\n     CPU ${JSON.stringify(processor.text)}`);
}
console.log(
  failed === 0 ? `${trials.length} models write the same on the GPU as on the processor` : `${failed} failed`,
);
process.exit(failed === 0 ? 0 : 1);

async function ask(request: object, mayBeLate = false): Promise<DawnAnswer> {
  const folders = { dawn: join(FOLDER, "node_modules/webgpu"), wllama: join(ROOT, "node_modules/@wllama/wllama") };
  const argument = JSON.stringify({ ...folders, prompt: PROMPT, ...request });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const script = join(ROOT, "dev/scripts/gpu/run-on-dawn.ts");
      const options = { env: environment, timeout: RUN_TIMEOUT_MS, maxBuffer: 2 ** 24 };
      const { stdout } = await run(NODE_FILE, ["--no-warnings", script, argument], options);
      return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    } catch (error) {
      if (attempt === MAX_TRIES || (mayBeLate && isLate(error))) throw error;
      console.log(`     again after: ${String(error).slice(0, 300)}`);
    }
  }
}

/** The process was ended because its time was up, or the engine itself waited too long for the driver. */
function isLate(error: unknown): boolean {
  return (
    error instanceof Error && (("killed" in error && error.killed === true) || /wait timed out/.test(error.message))
  );
}

async function installDawn(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  if (existsSync(join(FOLDER, "node_modules/webgpu")) && existsSync(NODE_FILE)) return;
  await writeFile(join(FOLDER, "package.json"), '{ "private": true }\n');
  await run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...PACKAGES], { cwd: FOLDER });
}

/** Unpacks Mesa's Vulkan driver from Debian's backports beside this, changing nothing of the system. */
async function installDriver(): Promise<Readonly<Record<string, string>>> {
  if (!existsSync(join(MESA, "root", DRIVER))) {
    for (const folder of ["lists/partial", "archives/partial", "root"])
      await mkdir(join(MESA, folder), { recursive: true });
    const sources = `deb ${MIRROR} bookworm main\ndeb ${MIRROR} bookworm-backports main\n`;
    await writeFile(join(MESA, "sources.list"), sources);
    const settings = {
      "Dir::Etc::sourcelist": join(MESA, "sources.list"),
      "Dir::Etc::sourceparts": "-",
      "Dir::State::Lists": join(MESA, "lists"),
      "Dir::Cache::archives": join(MESA, "archives"),
      "Debug::NoLocking": "1",
    };
    const options = Object.entries(settings).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
    const wanted = ["-t", "bookworm-backports", "mesa-vulkan-drivers", "libvulkan1"];
    await run("apt-get", [...options, "update"]);
    await run("apt-get", [
      ...options,
      "install",
      "-y",
      "--no-install-recommends",
      "--reinstall",
      "--download-only",
      ...wanted,
    ]);
    for (const name of await readdir(join(MESA, "archives"))) {
      if (name.endsWith(".deb")) await run("dpkg", ["-x", join(MESA, "archives", name), join(MESA, "root")]);
    }
  }
  const libraries = join(MESA, "root/usr/lib/x86_64-linux-gnu");
  return { VK_DRIVER_FILES: await toPlacedDriver(libraries), LD_LIBRARY_PATH: libraries };
}

/** The driver's description names its library by a path of the system; this one names it where it lies. */
async function toPlacedDriver(libraries: string): Promise<string> {
  const path = join(MESA, "lvp_icd.json");
  const library_path = join(libraries, "libvulkan_lvp.so");
  await writeFile(
    path,
    JSON.stringify({ file_format_version: "1.0.0", ICD: { library_path, api_version: "1.4.305" } }),
  );
  return path;
}
