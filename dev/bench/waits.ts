import { existsSync } from "node:fs";
import type { ModelClient } from "../../worker/agent/ports/model-client.ts";
import { toAnswerTime } from "../../worker/engines/catalog/answer-time.ts";
import {
  createRateMeasurement,
  type RatedModel,
  type RateMeasurement,
} from "../../worker/engines/catalog/device-rates.ts";
import { listCatalog } from "../../worker/engines/catalog/model-catalog.ts";
import { createHostAsker } from "./ask/ask-host.ts";
import { AT_HAND, findAtHand, toPath } from "./models/at-hand.ts";
import { readModelChoice, readOption } from "./models/model-choice.ts";
import { openModel } from "./models/open-model.ts";
import { readMachine } from "./report/machine.ts";
import { toMedian } from "./report/median.ts";
import { MAX_FACTOR } from "./report/waits-section.ts";

/** Usual questions with the app's tools beside them; each in a chat of its own. No exact skill answers them. */
const QUESTIONS = [
  "Please write down for me that the spare key lies under the blue flowerpot.",
  "Could you tell me where I put that spare key of mine?",
  "Why do leaves turn red in autumn? One sentence will do.",
  "I would like to be told tomorrow at nine that the dentist wants a call.",
  "What might I give my sister, who loves plants, for her birthday?",
];
const PROCESSOR = { engine: "wllama" } as const;

/**
 * The seconds an answer that the plan predicts beside those measured, for each model at hand: it is loaded into Chromium, its
 * rates are taken as the app takes them at each load and after each turn, and it is asked usual questions through the whole
 * app, the first of them cold. Rates and answers are of one run, so that a busy machine slows both. Fails where what the plan
 * says then is wrong by more than twice. Options: `--only=starter,0.5b,1.5b`, `--questions=5`, `--threads=1`,
 * `--native` for llama.cpp itself in place of Chromium, `--show`, `--json`.
 */
export async function benchWaits(options: readonly string[]): Promise<void> {
  const threads = Number(readOption(options, "threads") ?? 1);
  const names = (readOption(options, "only") ?? Object.keys(AT_HAND).join(",")).split(",");
  const lines = [];
  for (const name of names) {
    const known = findAtHand(name);
    const path = known.merged ? name : toPath(known);
    if (!known.merged && !existsSync(path)) console.error(`${name} is left out: npm run model:fetch brings it.`);
    else {
      const questions = QUESTIONS.slice(0, Number(readOption(options, "questions") ?? QUESTIONS.length));
      lines.push(
        await measureModel(name, path, {
          ...{ id: known.id, threads, questions },
          isShown: options.includes("--show"),
          isNative: options.includes("--native"),
        }),
      );
    }
  }
  if (options.includes("--json"))
    console.log(JSON.stringify({ bench: "waits", machine: readMachine(), threads, lines }));
  else console.table(lines);
  if (lines.some(({ ratio }) => Math.max(ratio, 1 / ratio) > MAX_FACTOR)) process.exitCode = 1;
}

interface Measuring {
  readonly id: string;
  readonly threads: number;
  readonly questions: readonly string[];
  readonly isShown: boolean;
  readonly isNative: boolean;
}

async function measureModel(name: string, path: string, { id, threads, questions, isShown, isNative }: Measuring) {
  const model = listCatalog({ scripts: false }).find((each) => each.id === id);
  if (model === undefined) throw new Error(`the catalog has no ${id}`);
  const { client, close } = await openModel(
    readModelChoice([`--model=${path}`, `--threads=${threads}`, ...(isNative ? [] : ["--chromium"])]),
  );
  try {
    const rates = createRateMeasurement({ navigator: {} as Navigator, caches: createCaches() });
    await rates.measureModel(model, PROCESSOR, client);
    const atLoad = toAnswerTime(model, await rates.read(), threads);
    const ask = createHostAsker(() => noteTurns(client, model, rates));
    const answers = [];
    for (const text of questions) {
      const request = { texts: [text], profile: name, files: [], tools: [], notes: [] };
      const [answer] = (await ask(request)).answers;
      if (answer?.by !== "model") throw new Error(`an exact skill answered '${text}'`);
      if (isShown) console.log(JSON.stringify({ name, ...answer }));
      answers.push(answer);
    }
    const [cold, ...warm] = answers;
    const middle = (of: "seconds" | "tokensRead" | "tokensWritten"): number => toMedian(warm.map((each) => each[of]));
    const afterwards = toAnswerTime(model, await rates.read(), threads);
    const line = {
      name,
      atLoad: round(atLoad?.seconds ?? Number.NaN),
      predicted: round(afterwards?.seconds ?? Number.NaN),
      measured: round(middle("seconds")),
      ratio: round((afterwards?.seconds ?? Number.NaN) / middle("seconds")),
      firstAtLoad: round(atLoad?.firstSeconds ?? Number.NaN),
      firstMeasured: round(cold?.seconds ?? Number.NaN),
      read: middle("tokensRead"),
      written: middle("tokensWritten"),
    };
    if (isShown) console.log(JSON.stringify(line));
    return line;
  } finally {
    await close();
  }
}

/** The client, whose turns count for the plan as the app's do. */
function noteTurns(client: ModelClient, model: RatedModel, rates: RateMeasurement): ModelClient {
  return {
    info: client.info,
    async *generate(request) {
      for await (const event of client.generate(request)) {
        if (event.type === "end") await rates.note(model, PROCESSOR, event.usage);
        yield event;
      }
    },
    countTokens: (text) => client.countTokens(text),
    dispose: async () => undefined,
  };
}

/** A cache as browsers have it, in memory. */
function createCaches(): CacheStorage {
  const kept = new Map<string, Response>();
  const cache = {
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => void kept.set(url, response),
  };
  return { open: async () => cache } as object as CacheStorage;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
