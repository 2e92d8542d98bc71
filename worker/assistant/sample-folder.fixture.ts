import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createTestClock } from "../../package/test-clock.ts";
import { collectRun, createModel, ofType, toEnd } from "../agent/run/run-agent.fixture.ts";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import { openTestStore } from "../store/workspace/workspace-store.fixture.ts";
import { createAssistant } from "./assistant.ts";
import { addDocuments } from "./documents-skill.ts";

const SAMPLE = fileURLToPath(new URL("../../app/views/files/sample/", import.meta.url));

export type Ask = (
  question: string,
  skill?: string,
) => Promise<{
  readonly text: string;
  readonly calls: readonly string[];
  readonly prompts: readonly string[];
  readonly notices: readonly (string | undefined)[];
}>;

/** The app's agent with the sample folder, as the page connects it, and a model too small to read files. */
export async function openSample({ now = 0 }: { readonly now?: number } = {}): Promise<{
  readonly ask: Ask;
  read(path: string): string | null;
  put(path: string, text: string): Promise<unknown>;
  /** From now on searches say that half of the files are still to be read. */
  holdReading(): void;
}> {
  const clock = { ...createTestClock(), wallNow: () => now };
  const { store, id, root } = await openTestStore();
  await store.workspaces.change(id, {
    access: { documents: "write", writer: "write", assistant: "read", tables: "read", plan: "read" },
  });
  for (const entry of readdirSync(SAMPLE, { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath.slice(SAMPLE.length)}/${entry.name}`.replace(/^\//, "");
    if (entry.isFile()) await root.put(path, readFileSync(`${SAMPLE}${path}`, "utf8"));
  }
  let ids = 0;
  const { memories } = createInMemoryStores({ now: () => 0, newId: () => `memory-${++ids}` });
  const files = { list: async () => [], open: store.files.read.bind(store.files) };
  const grants = (await store.workspaces.listGrants()) ?? new Map();
  const agent = addDocuments(createAssistant(memories, files), store.files, grants);
  const ask: Ask = async (question, name = "documents") => {
    const scripted = createModel(["The model's words."]);
    const model = { ...scripted, info: { ...scripted.info, shortList: true } };
    const skill = agent.skills.find((each) => each.name === name);
    if (skill === undefined) throw new Error(`no skill ${name}`);
    const request = { question, asked: question, skill };
    const events = await collectRun({ agent, model, clock, request, approve: () => ({ type: "allow-once" }) });
    const calls = ofType(events, "call-start").map(({ call }) => call.name);
    const notices = ofType(events, "notice").map(({ kind }) => kind);
    return { text: toEnd(events).text, calls, prompts: scripted.prompts, notices };
  };
  const holdReading = () => {
    const search = store.files.search.bind(store.files);
    store.files.search = async (...args) => {
      return { ...(await search(...args)), reading: { type: "reading", read: 15, total: 30 } };
    };
  };
  return { ask, read: (path) => root.read(path), put: (path, text) => root.put(path, text), holdReading };
}
