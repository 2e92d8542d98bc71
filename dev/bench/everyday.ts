import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeError } from "../../worker/protocol/describe-error.ts";
import { ROOT } from "../scripts/build-app.ts";
import { FETCHED_MODELS } from "../scripts/model-fetch/model-file.ts";
import { type OpenedAsker, openChosen } from "./ask/open-asker.ts";
import { type AskedQuestion, askQuestion } from "./everyday/ask-question.ts";
import { type EverydayQuestion, HALVES, KINDS, readQuestions } from "./everyday/questions.ts";
import { type ModelChoice, readModelChoice, readOption } from "./models/model-choice.ts";
import { readMachine } from "./report/machine.ts";

const WAYS = ["bare", "agent"] as const;

/** What a model reached in one way of asking it. */
interface EverydayPart {
  readonly model: string;
  readonly way: (typeof WAYS)[number];
  readonly policy: string;
  /** By kind, the right answers and the questions. */
  readonly kinds: Readonly<Record<string, readonly [right: number, asked: number]>>;
  readonly right: number;
  readonly asked: number;
  /** Answers without a word. */
  readonly empty: number;
  /** Median of an answer. */
  readonly seconds: number;
}

/**
 * Asks everyday questions of each model in `.models`, by itself and through the whole app. Options: `--model=<id>` (may be given
 * more than once, also a path), `--way=bare|agent`, `--half=first|second`, `--kind=<kind>`, `--count=<n>` for the first n,
 * `--show` for each question with its answer, `--wrong` for the wrong ones, `--json`, and those of `ask` for the engine. A whole
 * list is kept in `dev/bench/figures/everyday.json`.
 */
export async function benchEveryday(options: readonly string[]): Promise<void> {
  const questions = chooseQuestions(options);
  const way = readOption(options, "way");
  const parts: EverydayPart[] = [];
  for (const [model, choice] of chooseModels(options)) {
    for (const each of WAYS.filter((name) => way === undefined || name === way)) {
      try {
        const asker = await openChosen(choice, each === "bare");
        const part = await measure(model, each, asker, questions, options);
        await asker.close();
        parts.push(part);
        // A list takes a large model an hour: what is done outlives whatever comes.
        if (questions.length === readQuestions().length) keepPart(part);
      } catch (error) {
        console.error(`${model}, ${each}: ${describeError(error)}`);
        process.exitCode = 1;
      }
    }
  }
  const figures = { bench: "everyday", machine: readMachine(), parts };
  console.log(options.includes("--json") ? JSON.stringify(figures, null, 2) : toTable(parts));
  // Hosts wait for what never comes.
  process.exit();
}

function chooseQuestions(options: readonly string[]): readonly EverydayQuestion[] {
  const half = readOption(options, "half");
  const kind = readOption(options, "kind");
  const count = Number(readOption(options, "count") ?? Number.POSITIVE_INFINITY);
  if (half !== undefined && !HALVES.some((each) => each === half)) throw new Error(`There is no half '${half}'.`);
  if (kind !== undefined && !KINDS.some((each) => each === kind)) throw new Error(`There is no kind '${kind}'.`);
  const chosen = readQuestions().filter(
    (question) => (half === undefined || question.half === half) && (kind === undefined || question.kind === kind),
  );
  return chosen.slice(0, count);
}

/** The models that were named, or all that are here. */
function chooseModels(options: readonly string[]): readonly (readonly [string, ModelChoice])[] {
  const named = options.flatMap((option) => (option.startsWith("--model=") ? [option.slice(8)] : []));
  const rest = options.filter((option) => !option.startsWith("--model="));
  const here = [...FETCHED_MODELS].filter(([id, { name }]) => existsSync(join(ROOT, ".models", id, name)));
  return (named.length > 0 ? named : here.map(([id]) => id)).map((id) => {
    const file = FETCHED_MODELS.get(id);
    const path = file === undefined || id === "starter" ? id : join(ROOT, ".models", id, file.name);
    return [id, readModelChoice([...rest, `--model=${path}`])];
  });
}

async function measure(
  model: string,
  way: EverydayPart["way"],
  { ask }: OpenedAsker,
  questions: readonly EverydayQuestion[],
  options: readonly string[],
): Promise<EverydayPart> {
  const asked: AskedQuestion[] = [];
  for (const question of questions) {
    const one = await askQuestion(ask, question);
    asked.push(one);
    const isShown = options.includes("--show") || (options.includes("--wrong") && !one.isRight);
    if (isShown) console.error(toLine(model, way, one));
  }
  const right = (of: readonly AskedQuestion[]): number => of.filter(({ isRight }) => isRight).length;
  const kinds = KINDS.map((kind) => [kind, asked.filter(({ question }) => question.kind === kind)] as const);
  const seconds = asked.map((each) => each.seconds).toSorted((left, other) => left - other);
  return {
    model,
    way,
    policy: asked[0]?.policy ?? "",
    kinds: Object.fromEntries(
      kinds.filter(([, of]) => of.length > 0).map(([kind, of]) => [kind, [right(of), of.length]]),
    ),
    right: right(asked),
    asked: asked.length,
    empty: asked.filter(({ text }) => text.trim() === "").length,
    seconds: seconds[Math.floor(seconds.length / 2)] ?? 0,
  };
}

function toLine(model: string, way: string, { question, isRight, text, calls, seconds }: AskedQuestion): string {
  const said = [
    question.texts.join(" / "),
    "->",
    JSON.stringify(text).slice(0, 240),
    ...calls,
    `${seconds.toFixed(1)} s`,
  ];
  return `${isRight ? "right" : "WRONG"} ${model} ${way} ${question.id}: ${said.join(" ")}`;
}

/** Replaces what was kept of the same model and way. */
function keepPart(part: EverydayPart): void {
  const folder = join(ROOT, "dev/bench/figures");
  const path = join(folder, "everyday.json");
  const [kept]: readonly { readonly parts: readonly EverydayPart[] }[] = existsSync(path)
    ? JSON.parse(readFileSync(path, "utf8"))
    : [];
  const others = (kept?.parts ?? []).filter(({ model, way }) => model !== part.model || way !== part.way);
  const figures = [{ bench: "everyday", machine: readMachine(), parts: [...others, part] }];
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `${JSON.stringify(figures, null, 1)}\n`);
}

function toTable(parts: readonly EverydayPart[]): string {
  const cells = (row: readonly string[]): string =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(12) : cell.padStart(12))).join(" ");
  const kinds = KINDS.filter((kind) => parts.some((part) => part.kinds[kind] !== undefined));
  return [
    cells(["", ...parts.map(({ model }) => model.replace("qwen2.5-", ""))]),
    cells(["", ...parts.map(({ way }) => way)]),
    ...kinds.map((kind) => cells([kind, ...parts.map((part) => (part.kinds[kind] ?? [0, 0]).join(" of "))])),
    cells(["all", ...parts.map(({ right, asked }) => `${right} of ${asked}`)]),
    cells(["empty", ...parts.map(({ empty }) => String(empty))]),
    cells(["seconds", ...parts.map(({ seconds }) => seconds.toFixed(1))]),
    cells(["policy", ...parts.map(({ policy }) => policy)]),
  ].join("\n");
}
