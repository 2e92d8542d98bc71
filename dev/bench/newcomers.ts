import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../scripts/build-app.ts";
import { openChosen } from "./ask/open-asker.ts";
import { readModelChoice, readOption } from "./models/model-choice.ts";
import { type Asked, askNewcomers } from "./newcomers/ask-newcomers.ts";
import { JUDGEMENTS } from "./newcomers/judge.ts";
import { listChats, PEOPLE } from "./newcomers/people.ts";
import { readMachine } from "./report/machine.ts";

/**
 * Asks the questions of four people who are new to the app, with their files, of one model through the whole app, and judges each
 * answer: right, refused with a way on, wrong, or untrue though the app answered by rule. Options: `--model=starter|FILE`,
 * `--person=NAME`, `--folders` for those in folders alone, `--show` for all answers, and those of `ask` for the engine. A whole list
 * is kept in `dev/bench/figures/newcomers.json`.
 */
export async function benchNewcomers(options: readonly string[]): Promise<void> {
  const person = readOption(options, "person");
  const chats = listChats().filter(
    (chat) =>
      (person === undefined || chat.person === person) && (!options.includes("--folders") || chat.folder !== undefined),
  );
  const opened: (() => Promise<void>)[] = [];
  const open: Parameters<typeof askNewcomers>[0] = async (extend) => {
    const { ask, close } = await openChosen(readModelChoice(options), false, extend);
    opened.push(close);
    return ask;
  };
  const asked: Asked[] = [];
  for await (const each of askNewcomers(open, chats)) {
    asked.push(each);
    if (options.includes("--show"))
      console.error(`${each.judgement} ${each.by} ${each.ask.text} -> ${JSON.stringify(each.text).slice(0, 220)}`);
  }
  for (const close of opened) await close();
  const figures = toFigures(asked, readOption(options, "model") ?? "starter");
  console.log(JSON.stringify(figures, null, 1));
  if (chats.length === listChats().length) keepFigures(figures);
  // Hosts wait for what never comes.
  process.exit();
}

function toFigures(asked: readonly Asked[], model: string) {
  const count = (of: readonly Asked[]) =>
    Object.fromEntries(JUDGEMENTS.map((each) => [each, of.filter(({ judgement }) => judgement === each).length]));
  const people = PEOPLE.map((person) => [person, count(asked.filter((each) => each.person === person))]);
  return { model, asked: asked.length, ...count(asked), people: Object.fromEntries(people), machine: readMachine() };
}

/** Replaces what was kept of the same model. */
function keepFigures(figures: ReturnType<typeof toFigures>): void {
  const folder = join(ROOT, "dev/bench/figures");
  const path = join(folder, "newcomers.json");
  mkdirSync(folder, { recursive: true });
  let kept: readonly { readonly model: string }[] = [];
  try {
    kept = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // The first time there is none.
  }
  const all = [...kept.filter(({ model }) => model !== figures.model), figures];
  writeFileSync(path, `${JSON.stringify(all, null, 1)}\n`);
}
