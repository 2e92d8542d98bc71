import type { Page } from "playwright-core";
import { startAppServer } from "../scripts/app-server.ts";
import { DIST, ensureBuilt, ROOT } from "../scripts/build-app.ts";
import { askApp, beginChat, keepThreads, openApp } from "./conversation/app-page.ts";
import { type AnswerFigures, type AskedQuestion, QUESTIONS } from "./conversation/questions.ts";
import { findAtHand } from "./models/at-hand.ts";
import { readOption } from "./models/model-choice.ts";
import { openBenchPage } from "./open-page.ts";
import { readMachine } from "./report/machine.ts";
import { toMedian } from "./report/median.ts";
import type { PeerWay } from "./wllama-peer-page.ts";

const PEER = "/dev/bench/wllama-peer-page.ts";

/** Whom the app is compared with; the starter's own template drops the tools without a word. */
const PEERS: readonly PeerWay[] = ["plain", "bare"];
const PEERS_OF_STARTER: readonly PeerWay[] = ["plain", "told", "bare"];
const NAMES: Readonly<Record<PeerWay, string>> = {
  plain: "wllama",
  told: "wllama, tools in its template",
  bare: "the model alone",
};

/** Somebody to hold the conversation with. */
interface Contestant {
  readonly name: string;
  begin(): Promise<void>;
  ask(question: AskedQuestion): Promise<AnswerFigures>;
}

/** One contestant's question: medians of the rounds, and in how many it was right. */
interface ConversationLine extends Pick<AnswerFigures, "read" | "kept" | "written" | "turns"> {
  readonly contestant: string;
  readonly question: string;
  /** Seconds in the first round, whose first question finds an engine that has read nothing. */
  readonly cold: { readonly firstWord: number; readonly end: number };
  readonly warm: { readonly firstWord: number; readonly end: number };
  readonly right: number;
  readonly rounds: number;
  readonly answer: string;
}

/**
 * Holds the same conversation of ten questions with the built app, with wllama's own chat completion, which gets the same file,
 * as many threads and six of the same tools, and with the model alone; in turns, in one Chromium. Options:
 * `--models=starter,0.5b,1.5b`, `--rounds=2`, the first of which is cold, `--threads=2` for each (1 where the machine does other
 * things), `--json`, and `--show` for each answer as it comes; `--alone` for the app without the others, and `--settle=S` for so
 * many seconds in which it reads its prefix before the first question.
 */
export async function benchConversation(options: readonly string[]): Promise<void> {
  const rounds = Number(readOption(options, "rounds") ?? 2);
  const threads = Number(readOption(options, "threads") ?? 2);
  await ensureBuilt();
  const models = [];
  for (const name of (readOption(options, "models") ?? "starter").split(",")) {
    models.push({ model: name, ...(await converse(name, { rounds, threads, options })) });
  }
  const summary = { bench: "conversation", machine: readMachine(), threads, rounds, models };
  console.log(options.includes("--json") ? JSON.stringify(summary) : models.map(toText).join("\n\n"));
}

interface Conversing {
  readonly rounds: number;
  readonly threads: number;
  readonly options: readonly string[];
}

async function converse(model: string, { rounds, threads, options }: Conversing) {
  const { id, path } = findAtHand(model);
  const peers = model === "starter" ? PEERS_OF_STARTER : PEERS;
  const server = await startAppServer({ folder: DIST, modelsFolder: `${ROOT}/.models`, port: 0 });
  const { page: first, close } = await openBenchPage();
  try {
    const browser = first.context().browser();
    if (browser === null) throw new Error("there is no browser");
    const app = await browser.newPage();
    app.setDefaultTimeout(0);
    await keepThreads(app, server.url, threads);
    await openApp(app, server.url, id);
    await app.waitForTimeout(Number(readOption(options, "settle") ?? 0) * 1000);
    const contestants: Contestant[] = [
      { name: "alcove", begin: () => beginChat(app), ask: (asked) => askApp(app, asked) },
    ];
    for (const way of options.includes("--alone") ? [] : peers) {
      const page = await browser.newPage();
      page.setDefaultTimeout(0);
      await page.goto(first.url());
      contestants.push(await openPeer(page, { way, threads, file: `/${path}` }));
    }
    const figures = new Map<string, AnswerFigures[][]>(contestants.map(({ name }) => [name, QUESTIONS.map(() => [])]));
    for (let round = 0; round < rounds; round += 1) {
      for (const { begin } of contestants) await begin();
      for (const [index, question] of QUESTIONS.entries()) {
        for (const { name, ask } of contestants) {
          const asked = await ask(question);
          figures.get(name)?.[index]?.push(asked);
          if (options.includes("--show")) console.error(model, name, index, JSON.stringify(asked));
        }
      }
    }
    const lines = contestants.flatMap(({ name }) =>
      QUESTIONS.map((_, index) => toLine(name, index, figures.get(name)?.[index] ?? [])),
    );
    return { totals: contestants.map(({ name }) => toTotal(name, lines)), lines };
  } finally {
    await close();
    await server.close();
  }
}

async function openPeer(
  page: Page,
  load: { readonly way: PeerWay; readonly threads: number; readonly file: string },
): Promise<Contestant> {
  const path = PEER;
  await page.evaluate(async (asked) => (await import(asked.path)).loadPeer(asked.load), { path, load });
  return {
    name: NAMES[load.way],
    begin: () => page.evaluate(async (from) => (await import(from)).beginPeer(), path),
    ask: ({ text, file }) =>
      page.evaluate(async (asked) => (await import(asked.path)).askPeer(asked.text), {
        path,
        // As chat apps put a file before the question that it comes with.
        text: file === undefined ? text : `File ${file.name}:\n${file.text}\n${text}`,
      }),
  };
}

function toLine(contestant: string, index: number, asked: readonly AnswerFigures[]): ConversationLine {
  const question = QUESTIONS[index];
  const [first] = asked;
  if (first === undefined || question === undefined) throw new Error("nothing was asked");
  const warm = asked.length > 1 ? asked.slice(1) : asked;
  const toSeconds = (values: readonly number[]): number => Number((toMedian(values) / 1000).toFixed(3));
  const ofWarm = (of: (figures: AnswerFigures) => number): number => toMedian(warm.map(of));
  return {
    contestant,
    question: question.text,
    cold: { firstWord: toSeconds([first.firstWord]), end: toSeconds([first.end]) },
    warm: { firstWord: toSeconds(warm.map((each) => each.firstWord)), end: toSeconds(warm.map((each) => each.end)) },
    read: ofWarm(({ read }) => read),
    kept: ofWarm(({ kept }) => kept),
    written: ofWarm(({ written }) => written),
    turns: ofWarm(({ turns }) => turns),
    right: asked.filter(({ text }) => question.right.test(text)).length,
    rounds: asked.length,
    answer: first.text.slice(0, 160),
  };
}

/** A whole conversation, in seconds; its first question apart, whose prompt holds what the others only add to. */
function toTotal(contestant: string, lines: readonly ConversationLine[]) {
  const own = lines.filter((line) => line.contestant === contestant);
  const sum = (of: (line: ConversationLine) => number): number =>
    Number(own.reduce((all, each) => all + of(each), 0).toFixed(3));
  return {
    contestant,
    cold: sum(({ cold }) => cold.end),
    warm: sum(({ warm }) => warm.end),
    firstWords: sum(({ warm }) => warm.firstWord),
    readLater: sum(({ read }) => read) - (own[0]?.read ?? 0),
    written: sum(({ written }) => written),
    /** In every round. */
    right: own.filter(({ right, rounds }) => right === rounds).length,
    asked: own.length,
  };
}

function toText({ model, lines, totals }: { readonly model: string } & Awaited<ReturnType<typeof converse>>): string {
  return [
    model,
    ...lines.map(
      ({ contestant, question, cold, warm, read, kept, written, right, rounds, answer }) =>
        `${contestant.padEnd(30)} ${question.slice(0, 30).padEnd(30)} first word ${warm.firstWord.toFixed(1)} s, ` +
        `end ${warm.end.toFixed(1)} s (cold ${cold.firstWord.toFixed(1)}, ${cold.end.toFixed(1)}); ` +
        `read ${read}, kept ${kept}, wrote ${written}; right ${right}/${rounds}: ${JSON.stringify(answer.slice(0, 60))}`,
    ),
    ...totals.map((total) => JSON.stringify(total)),
  ].join("\n");
}
