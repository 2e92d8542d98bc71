import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod/mini";
import type { Agent } from "../../worker/agent/define/agent.ts";
import { defineAgent } from "../../worker/agent/define/agent.ts";
import { defineTool } from "../../worker/agent/define/define-tool.ts";
import { addDocuments } from "../../worker/assistant/documents-skill.ts";
import { isJsonObject } from "../../worker/protocol/json.ts";
import { readDocument } from "../../worker/store/workspace/read-document.ts";
import { openTestStore } from "../../worker/store/workspace/workspace-store.fixture.ts";
import { grantToDefault } from "../../worker/tools/grant-tools.ts";
import { ROOT } from "../scripts/build-app.ts";
import type { ExtendAgent } from "./ask/ask-host.ts";
import { toAskRequest } from "./ask/ask-request.ts";
import { openChosen } from "./ask/open-asker.ts";
import { readModelChoice, readOption } from "./models/model-choice.ts";
import { writeBankFile } from "./newcomers/bank-file.ts";
import { JUDGEMENTS, type Judgement, judge } from "./newcomers/judge.ts";
import { listChats, type NewcomerAsk, type NewcomerChat, PEOPLE } from "./newcomers/people.ts";
import { readMachine } from "./report/machine.ts";

const SAMPLES = "app/parts/files/sample/english";

interface Asked {
  readonly person: NewcomerChat["person"];
  readonly ask: NewcomerAsk;
  readonly judgement: Judgement;
  readonly text: string;
  readonly by: string;
}

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
  let extend: ExtendAgent = withServers;
  const { ask, close } = await openChosen(readModelChoice(options), false, (agent) => extend(agent));
  const asked: Asked[] = [];
  for (const [index, chat] of chats.entries()) {
    extend = chat.folder === undefined ? withServers : await openFolder(chat.folder);
    const files = await Promise.all(chat.files.map(readNewcomerFile));
    const profile = chat.person === "elderly" ? chat.person : `${chat.person} ${index}`;
    const texts = chat.asks.map(({ text }) => text);
    const { answers, notes, tasks } = await ask(toAskRequest({ texts, files, profile, language: chat.language }));
    chat.asks.forEach((each, at) => {
      const { text = "", calls = [], by = "" } = answers[at] ?? {};
      const judgement = judge(each, {
        ...{ text, by, notes, language: chat.language, now: new Date() },
        tasks: tasks.map((task) => String(task.text)),
        calls: calls
          .filter(isJsonObject)
          .map(({ name, outcome }) => ({ name: String(name), outcome: JSON.stringify(outcome) })),
      });
      asked.push({ person: chat.person, ask: each, judgement, text, by });
      if (options.includes("--show"))
        console.error(`${judgement} ${by} ${each.text} -> ${JSON.stringify(text).slice(0, 220)}`);
    });
  }
  await close();
  const figures = toFigures(asked, readOption(options, "model") ?? "starter");
  console.log(JSON.stringify(figures, null, 1));
  if (chats.length === listChats().length) keepFigures(figures);
  // Hosts wait for what never comes.
  process.exit();
}

/** A file as the app reads it. */
async function readNewcomerFile(name: string): Promise<{ readonly name: string; readonly text: string }> {
  const bytes = name.startsWith("umsätze") ? writeBankFile() : readFileSync(join(ROOT, "dev/bench/newcomers", name));
  const readPdf = async () => ({ type: "unreadable", reason: "broken" }) as const;
  const read = await readDocument(name, new File([bytes], name), { readPdf });
  if (read.type !== "text") throw new Error(`${name}: ${read.reason}`);
  return { name, text: read.text };
}

/** A folder with such files, and the tools that read it. */
async function openFolder(name: string): Promise<ExtendAgent> {
  const { store, id } = await openTestStore();
  await store.workspaces.change(id, { access: { assistant: "read" } });
  const from = name === "sample" ? SAMPLES : "dev/bench/newcomers";
  const names = readdirSync(join(ROOT, from)).filter((each) => name === "sample" || each.endsWith(".txt"));
  await store.import(
    id,
    names.map((path) => ({ path, file: new File([readFileSync(join(ROOT, from, path))], path) })),
  );
  const grants = await store.workspaces.listGrants();
  return (agent) => (grants === null ? agent : addDocuments(agent, store.files, grants));
}

/** The agent with the tools of somebody's server. */
function withServers(agent: Agent): Agent {
  const define = (name: string, description: string, run: () => unknown) =>
    defineTool({ name, description, effect: "reads", input: z.object({}), run: run as () => string });
  const tools = [
    define(
      "list_servers",
      "Lists the servers with their load.",
      () => "web-1: load 0.4; web-2: load 2.1; db-1: load 0.9",
    ),
    define("explode", "Explodes.", () => {
      throw new Error("no stock left");
    }),
    define("hang", "Never ends.", () => {
      throw new Error("No result after 2 minutes");
    }),
    defineTool({
      ...{ name: "restart_server", description: "Restarts a server.", effect: "writes" },
      input: z.object({ name: z.string() }),
      run: ({ name }) => `restarted ${name}`,
    }),
  ];
  return defineAgent({ ...agent, tools: [...agent.tools, ...tools], skills: grantToDefault(agent.skills, tools) });
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
