import { chromium, type Page } from "playwright-core";
import { createServer } from "vite";
import { CHROMIUM_FLAGS, ensureChromium } from "../scripts/find-chromium.ts";
import { isolationPlugin } from "../scripts/isolation-plugin.ts";
import { modelsPlugin } from "../scripts/models-plugin.ts";
import { readToolQuestions, type ToolQuestion } from "./tool-questions.ts";
import type { QuestionResult, Strategy } from "./toolcalls-page.ts";

const PAGE = "/bench/toolcalls-page.ts";
const ALL: readonly Strategy[] = ["schemas", "examples-in-system", "examples-near", "name-first", "guided"];

interface Line {
  readonly strategy: Strategy;
  readonly half: ToolQuestion["half"];
  readonly questions: number;
  readonly valid: number;
  readonly rightTool: number;
  readonly rightCall: number;
  readonly promptTokens: number;
  readonly seconds: number;
}

/**
 * Puts the 40 questions to the starter model, through the app's own wllama engine in Chromium, and counts right tools
 * and right calls. Options: `--strategy=<name>` (several; default `guided`; `all`), `--half=seen|unseen`, `--json`, and
 * `--show` to print what was wrong, for the seen half only.
 */
export async function benchToolcalls(options: readonly string[]): Promise<void> {
  const wanted = options.flatMap((option) => (option.startsWith("--strategy=") ? [option.slice(11)] : []));
  const strategies = wanted.includes("all") ? ALL : ALL.filter((name) => wanted.includes(name));
  const half = options.find((option) => option.startsWith("--half="))?.slice(7);
  const questions = readToolQuestions().filter((question) => half === undefined || question.half === half);

  const server = await createServer({
    configFile: false,
    root: process.cwd(),
    logLevel: "error",
    plugins: [isolationPlugin(), modelsPlugin(), { name: "page", configureServer: serveEmptyPage }],
    optimizeDeps: { include: ["@wllama/wllama/esm/index.js", "zod", "zod/mini"] },
    // The measured code stays as it was loaded, whatever is edited meanwhile.
    server: { port: 0, host: "127.0.0.1", hmr: false, watch: null },
  });
  await server.listen();
  const address = server.resolvedUrls?.local[0] ?? "";
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: [...CHROMIUM_FLAGS] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${address}bench-page`);
    const { threads } = await page.evaluate(async (path) => (await import(path)).loadStarter(), PAGE);
    if (!options.includes("--json")) console.log(`starter model loaded, ${threads} threads`);
    const lines: Line[] = [];
    for (const strategy of strategies.length === 0 ? (["guided"] as const) : strategies) {
      for (const part of ["seen", "unseen"] as const) {
        const asked = questions.filter((question) => question.half === part);
        if (asked.length === 0) continue;
        const line = await measure(page, strategy, part, asked, options.includes("--show") && part === "seen");
        lines.push(line);
        if (!options.includes("--json")) console.log(toText(line));
      }
    }
    if (options.includes("--json")) console.log(JSON.stringify({ bench: "toolcalls", threads, lines }, null, 2));
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measure(
  page: Page,
  strategy: Strategy,
  half: ToolQuestion["half"],
  questions: readonly ToolQuestion[],
  show: boolean,
): Promise<Line> {
  const results: QuestionResult[] = [];
  for (const question of questions) {
    const task = { path: PAGE, question: JSON.stringify(question), strategy };
    const result: QuestionResult = await page.evaluate(
      async ({ path, question: asked, strategy: way }) => (await import(path)).askQuestion(JSON.parse(asked), way),
      task,
    );
    results.push(result);
    if (show && !result.rightCall) console.log(`  ${question.question} -> ${result.raw.replaceAll("\n", " ")}`);
  }
  const count = (is: (result: QuestionResult) => boolean): number => results.filter(is).length;
  const mean = (of: (result: QuestionResult) => number): number =>
    results.reduce((sum, result) => sum + of(result), 0) / results.length;
  return {
    strategy,
    half,
    questions: questions.length,
    valid: count(({ valid }) => valid),
    rightTool: count(({ rightTool }) => rightTool),
    rightCall: count(({ rightCall }) => rightCall),
    promptTokens: Math.round(mean((result) => result.promptTokens)),
    seconds: Number((mean(({ milliseconds }) => milliseconds) / 1000).toFixed(1)),
  };
}

function toText(line: Line): string {
  const of = `of ${line.questions}`;
  return (
    `${line.strategy.padEnd(19)} ${line.half.padEnd(7)} valid ${line.valid}, right tool ${line.rightTool}, ` +
    `right call ${line.rightCall} ${of}; ${line.promptTokens} tokens read and ${line.seconds} s a question`
  );
}

function serveEmptyPage(vite: import("vite").ViteDevServer): void {
  vite.middlewares.use("/bench-page", (_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("<!doctype html><title>Measurement</title><link rel=icon href=data:,>");
  });
}
