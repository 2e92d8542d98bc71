import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod/mini";
import type { Agent } from "../../../worker/agent/define/agent.ts";
import { defineAgent } from "../../../worker/agent/define/agent.ts";
import { defineTool } from "../../../worker/agent/define/define-tool.ts";
import { addDocuments } from "../../../worker/assistant/documents-skill.ts";
import { isJsonObject } from "../../../worker/protocol/json.ts";
import { readDocument } from "../../../worker/store/workspace/read-document.ts";
import { openTestStore } from "../../../worker/store/workspace/workspace-store.fixture.ts";
import { grantToDefault } from "../../../worker/tools/grant-tools.ts";
import { ROOT } from "../../scripts/build-app.ts";
import type { ExtendAgent } from "../ask/ask-host.ts";
import { type Asker, toAskRequest } from "../ask/ask-request.ts";
import { writeBankFile } from "./bank-file.ts";
import { type Judgement, judge } from "./judge.ts";
import type { NewcomerAsk, NewcomerChat } from "./people.ts";

const SAMPLES = "app/parts/files/sample/english";

/** A question with what came of it; `by` is `model`, or the responder that answered. */
export interface Asked {
  readonly person: NewcomerChat["person"];
  readonly ask: NewcomerAsk;
  readonly judgement: Judgement;
  readonly text: string;
  readonly by: string;
}

/** Holds chats with newcomers' files and folders, one after the other, and judges each answer. `open` gets what the agent has more. */
export async function* askNewcomers(
  open: (extend: ExtendAgent) => Promise<Asker>,
  chats: readonly NewcomerChat[],
): AsyncGenerator<Asked, void, void> {
  let extend: ExtendAgent = withServers;
  const ask = await open((agent) => extend(agent));
  for (const [index, chat] of chats.entries()) {
    extend = chat.folder === undefined ? withServers : await openFolder(chat.folder);
    const files = await Promise.all(chat.files.map(readNewcomerFile));
    const profile = chat.person === "elderly" ? chat.person : `${chat.person} ${index}`;
    const texts = chat.asks.map(({ text }) => text);
    const { answers, notes, tasks } = await ask(toAskRequest({ texts, files, profile, language: chat.language }));
    for (const [at, each] of chat.asks.entries()) {
      const { text = "", calls = [], by = "" } = answers[at] ?? {};
      const judgement = judge(each, {
        ...{ text, by, notes, language: chat.language, now: new Date() },
        tasks: tasks.map((task) => String(task.text)),
        calls: calls
          .filter(isJsonObject)
          .map(({ name, outcome }) => ({ name: String(name), outcome: JSON.stringify(outcome) })),
      });
      yield { person: chat.person, ask: each, judgement, text, by };
    }
  }
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
