import { startAppServer } from "../scripts/app-server.ts";
import { DIST, ensureBuilt, ROOT } from "../scripts/build-app.ts";
import { askApp, beginChat, openApp } from "./conversation/app-page.ts";
import { type AnswerFigures, QUESTIONS } from "./conversation/questions.ts";
import { readOption } from "./models/model-choice.ts";
import { openBenchPage } from "./open-page.ts";
import { readMachine } from "./report/machine.ts";
import { toMedian } from "./report/median.ts";
import type { PeerWay } from "./wllama-peer-page.ts";

const PEER = "/dev/bench/wllama-peer-page.ts";
const THREADS = 2;

/** Somebody to hold the conversation with. */
interface Contestant {
  readonly name: string;
  begin(): Promise<void>;
  ask(question: string): Promise<AnswerFigures>;
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
 * Holds the same conversation of five questions with the built app and with wllama's own chat completion, which gets the
 * same file, as many threads and five of the same tools; in turns, in one Chromium. Options: `--rounds=2`,
 * the first of which is cold, `--json`, and `--show` for each answer as it comes; `--alone` for the app without the others, with `--model=ID` of those in
 * `.models`, and `--settle=S` for so many seconds in which it reads its prefix before the first question.
 */
export async function benchConversation(options: readonly string[]): Promise<void> {
  const rounds = Number(readOption(options, "rounds") ?? 2);
  const isAlone = options.includes("--alone");
  await ensureBuilt();
  const server = await startAppServer({ folder: DIST, modelsFolder: `${ROOT}/.models`, port: 0 });
  const { page: peers, close } = await openBenchPage();
  const pages = [];
  try {
    const browser = peers.context().browser();
    if (browser === null) throw new Error("there is no browser");
    const app = await browser.newPage();
    pages.push(app);
    app.setDefaultTimeout(0);
    await openApp(app, server.url, readOption(options, "model"));
    await app.waitForTimeout(Number(readOption(options, "settle") ?? 0) * 1000);
    const told = await browser.newPage();
    pages.push(told);
    told.setDefaultTimeout(0);
    await told.goto(peers.url());
    const contestants: readonly Contestant[] = [
      { name: "alcove", begin: () => beginChat(app), ask: (question) => askApp(app, question) },
      ...(isAlone ? [] : [await openPeer(peers, "wllama", "plain")]),
      ...(isAlone ? [] : [await openPeer(told, "wllama, tools in its template", "told")]),
    ];
    const figures = new Map<string, AnswerFigures[][]>(contestants.map(({ name }) => [name, QUESTIONS.map(() => [])]));
    for (let round = 0; round < rounds; round += 1) {
      for (const { begin } of contestants) await begin();
      for (const [index, { text }] of QUESTIONS.entries()) {
        for (const { name, ask } of contestants) {
          const asked = await ask(text);
          figures.get(name)?.[index]?.push(asked);
          if (options.includes("--show")) console.error(name, index, JSON.stringify(asked));
        }
      }
    }
    const lines = contestants.flatMap(({ name }) =>
      QUESTIONS.map((_, index) => toLine(name, index, figures.get(name)?.[index] ?? [])),
    );
    const totals = contestants.map(({ name }) => toTotal(name, lines));
    const summary = { bench: "conversation", machine: readMachine(), threads: THREADS, rounds, totals, lines };
    console.log(options.includes("--json") ? JSON.stringify(summary) : toText(lines, totals));
  } finally {
    await close();
    await server.close();
  }
}

async function openPeer(page: import("playwright-core").Page, name: string, way: PeerWay): Promise<Contestant> {
  const path = PEER;
  await page.evaluate(async (asked) => (await import(asked.path)).loadPeer(asked.way, asked.threads), {
    path,
    way,
    threads: THREADS,
  });
  return {
    name,
    begin: () => page.evaluate(async (from) => (await import(from)).beginPeer(), path),
    ask: (question) =>
      page.evaluate(async (asked) => (await import(asked.path)).askPeer(asked.question), { path, question }),
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
    right: `${own.filter(({ right, rounds }) => right === rounds).length} of ${own.length}`,
  };
}

function toText(lines: readonly ConversationLine[], totals: readonly ReturnType<typeof toTotal>[]): string {
  return [
    ...lines.map(
      ({ contestant, question, cold, warm, read, kept, written, right, rounds, answer }) =>
        `${contestant.padEnd(30)} ${question.slice(0, 30).padEnd(30)} first word ${warm.firstWord.toFixed(1)} s, ` +
        `end ${warm.end.toFixed(1)} s (cold ${cold.firstWord.toFixed(1)}, ${cold.end.toFixed(1)}); ` +
        `read ${read}, kept ${kept}, wrote ${written}; right ${right}/${rounds}: ${JSON.stringify(answer.slice(0, 60))}`,
    ),
    ...totals.map((total) => JSON.stringify(total)),
  ].join("\n");
}
