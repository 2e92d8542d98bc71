/**
 * Does what the manual's first page says, in an empty folder outside the repository: `npx tsx dev/scripts/package-test.ts`. Installs the
 * packed package, compiles the page's lines, builds them with Vite and opens them in Chromium, where the agent answers with
 * a tool over a stand-in for Ollama; then runs them in Node with a scripted model. Then the same with the manual's lines for the
 * AI SDK, and once more with the starter in llama.cpp, where `npm run model:fetch` has fetched it. Needs no network.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { rolldown } from "rolldown";
import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import { ROOT } from "./build-app.ts";
import { CHROMIUM_FLAGS, ensureChromium } from "./find-chromium.ts";
import { buildPackage } from "./package/build-package.ts";
import { answerAsOllama, OLLAMA_HEADERS } from "./package/fake-ollama.ts";
import { packPackage } from "./package/pack-package.ts";
import { serveFolder } from "./serve-folder.ts";

const LINES = readLines("start.md", "main.ts");
const SDK_LINES = readLines("doors.md", "sdk.ts");
const GGUF = join(ROOT, `.${STARTER_FILE.path}`);

const folder = mkdtempSync(join(tmpdir(), "alcove-package-"));
try {
  await buildPackage();
  install(await packPackage());
  compile();
  report("Chromium", await runInChromium("", LINES));
  report("Node", runInNode("main.mjs", toScripted(LINES)));
  report("A fault in Node", runFault(), "has no model");
  linkPeers();
  report("AI SDK in Chromium", await runInChromium("sdk", SDK_LINES));
  report("AI SDK in Node", runInNode("sdk.mjs", toScripted(SDK_LINES)));
  if (existsSync(GGUF)) report("AI SDK with a GGUF in Node", await runWithGguf());
  else console.log(`AI SDK with a GGUF in Node: not tried, ${GGUF} is not here`);
  report("A page of its own", await runTemplate(), "9 letters");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function install(tarball: string): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "try-alcove", private: true, type: "module" }));
  // zod from this repository's packages, so that the test does not hang on a registry.
  const packages = [tarball, join(ROOT, "node_modules/zod")];
  const flags = ["--offline", "--install-links", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  execFileSync("npm", ["install", ...flags, ...packages], { cwd: folder, stdio: "inherit" });
}

/** The manual's lines against the package's own types, none of which may be skipped. */
function compile(): void {
  writeFileSync(join(folder, "main.ts"), LINES);
  const own = ["formats", "files", "store", "testing", "engines/remote", "engines/scripted", "engines/chat"];
  writeFileSync(join(folder, "entries.ts"), own.map((name) => `export type * from "alcove/${name}";\n`).join(""));
  const compilerOptions = {
    ...{ noEmit: true, strict: true, target: "es2023", module: "esnext", moduleResolution: "bundler" },
    ...{ lib: ["es2023", "dom"], types: [], skipLibCheck: false },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts", "entries.ts"] }));
  execFileSync(join(ROOT, "node_modules/.bin/tsc"), ["-p", "."], { cwd: folder, stdio: "inherit" });
}

/** The manual's block of this name. */
function readLines(page: string, name: string): string {
  const text = readFileSync(join(ROOT, "docs/package", page), "utf8");
  return text.split(`\`\`\`ts ${name}\n`)[1]?.split("```")[0] ?? "";
}

/** The same with a model that needs no server. */
function toScripted(lines: string): string {
  const script = String.raw`['<tool_call>\n{"name": "add", "arguments": {"a": 17, "b": 25}}\n</tool_call>', "17 + 25 is 42."]`;
  return withModel(lines, "scripted", "alcove/engines/scripted", script);
}

function withModel(lines: string, name: string, place: string, options: string): string {
  return lines
    .replace('import { ollama } from "alcove/engines/remote"', `import { ${name} } from "${place}"`)
    .replace(/ollama\("[^"]*"\)/u, () => `${name}(${options})`);
}

/** Packages of this repository that the package takes from its user's project. */
function linkPeers(): void {
  mkdirSync(join(folder, "node_modules/@ai-sdk"), { recursive: true });
  for (const name of ["ai", "@ai-sdk/provider", "@node-llama-cpp"]) {
    const link = join(folder, "node_modules", name);
    if (!existsSync(link)) symlinkSync(join(ROOT, "node_modules", name), link);
  }
}

async function runWithGguf(): Promise<string> {
  const external = ["alcove", "alcove/formats", "@node-llama-cpp/linux-x64"];
  const input = join(ROOT, "dev/scripts/package/llama-engine.ts");
  const build = await rolldown({ input, external, platform: "node" });
  await build.write({ file: join(folder, "llama.mjs"), format: "esm" });
  await build.close();
  // The starter has to be held to its one call, and from then on to words.
  const held = 'prepareStep: ({ stepNumber }) => ({ toolChoice: stepNumber === 0 ? "required" : "none" })';
  const lines = SDK_LINES.replace("stopWhen:", `${held}, stopWhen:`);
  return runInNode("gguf.mjs", withModel(lines, "llama", "./llama.mjs", JSON.stringify(GGUF)));
}

async function runInChromium(place: string, lines: string): Promise<string> {
  const cwd = join(folder, place);
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, "main.ts"), lines);
  writeFileSync(join(cwd, "index.html"), '<!doctype html><script type="module" src="/main.ts"></script>\n');
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  execFileSync(process.execPath, [vite, "build", "--logLevel", "warn"], { cwd, stdio: "inherit" });
  return await withPage(join(cwd, "dist"), async (page, url) => {
    await page.route("http://localhost:11434/**", (route) => {
      const request = route.request();
      const body = request.method() === "OPTIONS" ? "" : answerAsOllama(request.url(), request.postData());
      return route.fulfill({ headers: OLLAMA_HEADERS, body });
    });
    const said = page.waitForEvent("console", { timeout: 30_000 });
    await page.goto(url);
    return (await said).text();
  });
}

async function withPage(root: string, use: (page: Page, url: string) => Promise<string>): Promise<string> {
  const server = createServer(serveFolder(root));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_FLAGS] });
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(error));
    return await use(page, `http://127.0.0.1:${address.port}/`);
  } finally {
    await browser.close();
    server.close();
  }
}

function runInNode(name: string, lines: string): string {
  writeFileSync(join(folder, name), lines);
  return execFileSync(process.execPath, [name], { cwd: folder, encoding: "utf8" });
}

/** What somebody is shown of a fault that they do not catch: its sentence, and the package's own lines that led there. */
function runFault(): string {
  writeFileSync(join(folder, "fault.mjs"), 'import { createAgent } from "alcove";\ncreateAgent({});\n');
  const { stderr } = spawnSync(process.execPath, ["--enable-source-maps", "fault.mjs"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (stderr.length > 4000 || !/create-agent\.ts:\d/u.test(stderr))
    throw new Error(`A fault cannot be read: ${stderr}`);
  return stderr.slice(stderr.indexOf("Error: "));
}

/** Begins a page as the manual says, builds it and asks its question. */
async function runTemplate(): Promise<string> {
  const cli = join(folder, "node_modules/alcove/dist/cli/cli.js");
  const page = join(folder, "page");
  execFileSync(process.execPath, [cli, "new", page, `--from=${join(ROOT, ".cache/alcove.tgz")}`], { stdio: "inherit" });
  // Its packages are those of the folder above.
  execFileSync(process.execPath, [join(ROOT, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"], {
    cwd: page,
    stdio: "inherit",
  });
  return await withPage(join(page, "dist"), async (tab, url) => {
    await tab.goto(url);
    await tab.getByRole("button", { name: "Ask" }).click();
    await tab.getByText("9 letters").waitFor();
    return (await tab.locator("#log").textContent()) ?? "";
  });
}

function report(place: string, said: string, wanted = "42"): void {
  if (!said.includes(wanted)) throw new Error(`${place}: no answer by the tool, but: ${said}`);
  console.log(`${place}: ${said.split("\n")[0]}`);
}
