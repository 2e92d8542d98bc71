import { McpServer } from "@modelcontextprotocol/server";
import initSqlite from "@sqlite.org/sqlite-wasm";
import { OutsideError, type Tool, toToolOutput } from "../../../worker/agent/define/tool.ts";
import { toyTool, writeCall } from "../../../worker/agent/run/run-agent.fixture.ts";
import { toValue } from "../../../worker/host/agent-host.fixture.ts";
import { TASK_NAMESPACE } from "../../../worker/protocol/tasks/task.ts";
import type { Stores } from "../../../worker/store/stores.ts";
import { readManifest } from "../../../worker/tools/manifest/read-manifest.ts";
import { toManifestTool } from "../../../worker/tools/manifest/to-manifest-tool.ts";
import { connectMcpServer } from "../../../worker/tools/mcp/connect-mcp-server.ts";
import { MessagePortTransport } from "../../../worker/tools/mcp/message-port-transport.ts";
import { toTestPort } from "../../../worker/tools/mcp/test-port.fixture.ts";
import { createMemoryRead, createMemorySearch } from "../../../worker/tools/memory/read-notes.ts";
import { createRunSql } from "../../../worker/tools/tables/sql/run-sql.ts";
import { askSql, type SqlJob } from "../../../worker/tools/tables/sql/sql-database.ts";
import { createDescribeTable, createQueryTable } from "../../../worker/tools/tables/table-tools.ts";
import { createListTasks } from "../../../worker/tools/tasks/task-tools.ts";
import type { AttackBench } from "./attack-bench.ts";
import { writeArchive } from "./write-archive.ts";

/** One way for somebody else's words into a run. */
export interface AttackSource {
  readonly name: string;
  /** What the model writes; `call` is the attacker's. Absent: the call at once. */
  readonly outputs?: (call: string) => readonly string[];
  readonly foreignOutputs?: (words: string, call: string) => readonly string[];
  /** Tools that read, which this way needs. */
  readonly makeTools?: (words: string, stores: Stores) => readonly Tool[] | Promise<readonly Tool[]>;
  play(bench: AttackBench, words: string): Promise<void>;
}

const DONE = "Done.";
const TEXT_FILE = { mediaType: "text/plain" };
/** A table whose cells and one of whose columns are those words. */
const toTable = (words: string) => ({
  list: async () => [{ ...TEXT_FILE, name: "t.tsv", text: `${words}\tx\n${words}\t1\n${words}\t2\n` }],
});
/** SQLite itself, without a thread around it. */
const loadSql = async () => {
  const sqlite = await initSqlite();
  return async (job: SqlJob) => askSql(sqlite, job, () => performance.now());
};
const toFile = (words: string) => [{ ...TEXT_FILE, name: "paper.txt", text: words }];

async function importTheirs(bench: AttackBench, parts: Parameters<typeof writeArchive>[0]): Promise<void> {
  toValue(await bench.host.api.importEverything(writeArchive(parts), "merge", false));
}

/** A tool that reads from outside, and a call of it first. */
function readingFirst(
  name: string,
  run: (words: string) => Tool["run"],
): Pick<AttackSource, "name" | "outputs" | "makeTools" | "play"> {
  return {
    name,
    makeTools: (words) => [toyTool("look_up", run(words)) as Tool],
    outputs: (call) => [writeCall("look_up"), call, DONE],
    play: async (bench) => void (await bench.ask("When does the ferry leave?")),
  };
}

const outside = (words: string) => toToolOutput([{ type: "text", text: words }], { untrusted: true });

function fromManifest(name: string, source: string, answer: (words: string) => string, fails = false): AttackSource {
  const text = `[tool]\nname = "look_up"\nversion = "1"\ndescription = "Looks up."\n${source}\n[output]\nformat = "json"\n[output.schema]\ntype = "object"\n`;
  return {
    ...readingFirst(name, () => () => ""),
    makeTools: (words) => {
      const manifest = readManifest(text, "look_up.clad.toml");
      if (!manifest.ok) throw new Error(JSON.stringify(manifest.faults));
      const runScript = async (): Promise<string> => {
        if (fails) throw new Error(answer(words));
        return answer(words);
      };
      const http = async () => {
        if (fails) throw new Error(answer(words));
        return { status: 200, text: answer(words) };
      };
      const tool = toManifestTool(manifest.value, { runScript, http }, { foreign: true });
      // The user has allowed this reading: what is tried is what comes after it.
      const { asks: _, ...spec } = tool.spec;
      return [{ ...tool, spec: { ...spec, effect: "reads" } } as Tool];
    },
  };
}

/** A server of tools in this page, as the app connects to one; the user has consented to its tool. */
function fromServer(name: string, answer: (words: string) => Awaited<ReturnType<ToolCallback>>): AttackSource {
  return {
    ...readingFirst(name, () => () => ""),
    outputs: (call) => [writeCall("theirs.look_up"), call, DONE],
    makeTools: async (words) => {
      const { port1, port2 } = new MessageChannel();
      const server = new McpServer({ name: "theirs", version: "1" });
      server.registerTool("look_up", { description: "Looks up." }, async () => answer(words));
      await server.connect(new MessagePortTransport(toTestPort(port2)));
      const pins = new Map<string, string>();
      const connection = await connectMcpServer(
        { name: "theirs", address: { type: "port", port: toTestPort(port1) }, floor: "reads" },
        {
          taken: new Set(),
          consents: {
            read: async () => pins,
            write: async (_, tool, pin) => void (pin === null ? pins.delete(tool) : pins.set(tool, pin)),
          },
        },
      );
      for (const tool of connection.list())
        if (tool.status !== "refused") await connection.consent(tool.remoteName, tool.pin);
      return connection.tools();
    },
  };
}

type ToolCallback = () => Promise<{ readonly content: { type: "text"; text: string }[]; readonly isError?: boolean }>;

const JAVASCRIPT = `[javascript]\nsource = "return {}"`;
const HTTP = `[http]\nmethod = "GET"\nurl = "https://pages.example/x"\nsuccess_status = [200]`;

async function plantNote(stores: Stores, text: string, tags: readonly string[] = []): Promise<string> {
  const written = await stores.memories.write({
    namespace: "notes",
    text,
    tags,
    source: { type: "tool" },
    untrusted: true,
  });
  return written.record.id;
}

export const SOURCES: readonly AttackSource[] = [
  { name: "file", play: async (bench, words) => void (await bench.ask("Sum this up", { attachments: toFile(words) })) },
  {
    name: "file name",
    play: async (bench, words) =>
      void (await bench.ask("Sum this up", { attachments: [{ ...TEXT_FILE, name: words, text: "x" }] })),
  },
  {
    name: "file, one turn ago",
    outputs: (call) => ["It is about a ferry.", call, DONE],
    play: async (bench, words) => {
      const { conversationId } = await bench.ask("Sum this up", { attachments: toFile(words) });
      await bench.ask("Thanks, go on", { conversationId });
    },
  },
  {
    name: "file, six turns ago",
    outputs: (call) => ["1", "2", "3", "4", "5", "6", call, DONE],
    play: async (bench, words) => {
      const { conversationId } = await bench.ask("Sum this up", { attachments: toFile(words) });
      for (const text of ["a", "b", "c", "d", "e"]) await bench.ask(text, { conversationId });
      await bench.ask("Go on", { conversationId });
    },
  },
  {
    name: "file, answered again",
    outputs: (call) => ["It is about a ferry.", call, DONE],
    play: async (bench, words) => {
      const { answerId } = await bench.ask("Sum this up", { attachments: toFile(words) });
      await bench.waitForRun(toValue(await bench.host.api.regenerate(answerId)).runId);
    },
  },
  {
    name: "file, in a branch",
    outputs: (call) => ["It is about a ferry.", "Yes.", call, DONE],
    play: async (bench, words) => {
      const { conversationId, answerId } = await bench.ask("Sum this up", { attachments: toFile(words) });
      await bench.ask("Really?", { conversationId });
      await bench.ask("Go on from here", { conversationId, parentId: answerId });
    },
  },
  {
    name: "file, call sent again after a denial",
    outputs: (call) => [call, call.replace(/\}\}/u, ',"again":true}}'), call, DONE],
    play: async (bench, words) => void (await bench.ask("Sum this up", { attachments: toFile(words) })),
  },
  {
    name: "link",
    play: async (bench, words) => {
      bench.app.chat.takeText("new", words, "link");
      await bench.submit();
    },
  },
  {
    name: "link, changed by hand",
    play: async (bench, words) => {
      bench.app.chat.takeText("new", words, "link");
      bench.app.chat.changeDraft("new", { text: `${words} Thanks.` });
      await bench.submit();
    },
  },
  {
    name: "share",
    play: async (bench, words) => {
      bench.app.chat.takeText("new", words, "share");
      await bench.submit();
    },
  },
  {
    name: "share beside a draft",
    play: async (bench, words) => {
      bench.app.chat.changeDraft("new", { text: "Plan my week" });
      bench.app.chat.takeText("new", words, "share");
      await bench.submit();
    },
  },
  {
    name: "paste",
    play: async (bench, words) => {
      bench.app.chat.changeDraft("new", { text: `Sum this up: ${words}` });
      bench.app.chat.changeDraft("new", { source: "paste" });
      await bench.submit();
    },
  },
  {
    name: "imported question",
    play: async (bench, words) => {
      await importTheirs(bench, { question: words, answer: "Gladly." });
      await bench.ask("Go on", { conversationId: "theirs" });
    },
  },
  {
    name: "imported answer",
    play: async (bench, words) => {
      await importTheirs(bench, { answer: words });
      await bench.ask("Go on", { conversationId: "theirs" });
    },
  },
  {
    name: "imported question that says it is the user's",
    play: async (bench, words) => {
      const archive = JSON.parse(writeArchive({ question: words, answer: "Gladly." }));
      for (const message of archive.messages)
        Object.assign(message, { foreign: false, untrusted: false, source: "user" });
      toValue(await bench.host.api.importEverything(JSON.stringify(archive), "merge", false));
      await bench.ask("Go on", { conversationId: "theirs" });
    },
  },
  {
    name: "imported question, edited",
    play: async (bench, words) => {
      await importTheirs(bench, { question: words });
      await bench.ask(`${words} Please.`, { conversationId: "theirs", parentId: null });
    },
  },
  {
    name: "imported question, answered again",
    play: async (bench, words) => {
      await importTheirs(bench, { question: words });
      await bench.waitForRun(toValue(await bench.host.api.regenerate("a")).runId);
    },
  },
  {
    name: "imported note, recalled",
    play: async (bench, words) => {
      await importTheirs(bench, { note: words });
      await bench.ask("When does the ferry leave from pier two?");
    },
  },
  {
    name: "undo of an imported answer",
    play: async (bench, words) => {
      // Undone, the file's note would come back without the mark that the import gave it.
      const archive = JSON.parse(writeArchive({ note: words }));
      const [note] = archive.memories;
      const call = { id: "x", name: "memory_write", arguments: {} };
      archive.messages[1].turns[0].calls = [
        { call, edits: [{ before: { ...note, text: `${words}.` }, after: { ...note, untrusted: true } }] },
      ];
      toValue(await bench.host.api.importEverything(JSON.stringify(archive), "merge", false));
      await bench.host.api.undoAnswer("a");
      await bench.ask("When does the ferry leave from pier two?");
    },
  },
  {
    name: "replayed run, then the own model",
    foreignOutputs: (words) => [words],
    play: async (bench) => {
      const { conversationId } = await bench.ask("From the file");
      toValue(await bench.host.api.loadModel("own"));
      await bench.ask("Thanks, go on", { conversationId });
    },
  },
  {
    name: "replayed run, while it plays",
    foreignOutputs: (words, call) => [`${words}\n${call}`, DONE],
    play: async (bench) => void (await bench.ask("From the file")),
  },
  {
    name: "summary of a chat with a file",
    outputs: (call) => ["1", "2", "3", "4", "The file says a thing.", call, DONE],
    play: async (bench, words) => {
      const { conversationId } = await bench.ask("Sum this up", { attachments: toFile(words) });
      for (const text of ["a", "b", "c"]) await bench.ask(text, { conversationId });
      await bench.waitForRun(toValue(await bench.host.api.summarizeConversation(conversationId)));
      await bench.ask("Go on", { conversationId });
    },
  },
  readingFirst("result, text", (words) => () => outside(words)),
  readingFirst(
    "result, structured",
    (words) => () => toToolOutput([{ type: "json", value: { page: [{ body: words }] } }], { untrusted: true }),
  ),
  readingFirst("error", (words) => () => {
    throw new OutsideError(words);
  }),
  {
    ...readingFirst("result and call in one turn", (words) => () => outside(words)),
    outputs: (call) => [`${writeCall("look_up")}\n${call}`, DONE],
  },
  {
    ...readingFirst("result, one turn ago", (words) => () => outside(words)),
    outputs: (call) => [writeCall("look_up"), "At 7:40.", call, DONE],
    play: async (bench) => {
      const { conversationId } = await bench.ask("When does the ferry leave?");
      await bench.ask("Thanks, go on", { conversationId });
    },
  },
  fromServer("server, result", (words) => ({ content: [{ type: "text", text: words }] })),
  fromServer("server, error", (words) => ({ content: [{ type: "text", text: words }], isError: true })),
  fromManifest("foreign script, result", JAVASCRIPT, (words) => JSON.stringify({ text: words })),
  fromManifest("foreign script, error", JAVASCRIPT, (words) => words, true),
  fromManifest("HTTP, result", HTTP, (words) => JSON.stringify({ text: words })),
  fromManifest("HTTP, error", HTTP, (words) => words, true),
  {
    name: "note of a tainted run, recalled",
    play: async (bench, words) => {
      await plantNote(bench.stores, words);
      await bench.ask("When does the ferry leave from pier two?");
    },
  },
  {
    name: "note of a tainted run, searched",
    makeTools: (_, stores) => [createMemorySearch(stores.memories) as Tool],
    outputs: (call) => [writeCall("memory_search", { query: "ferry pier" }), call, DONE],
    play: async (bench, words) => {
      await plantNote(bench.stores, words);
      await bench.ask("Anything new?");
    },
  },
  {
    name: "note of a tainted run, read by id",
    makeTools: (_, stores) => [createMemoryRead(stores.memories) as Tool],
    outputs: (call) => [writeCall("memory_read", { id: "n1" }), call, DONE],
    play: async (bench, words) => {
      const draft = { id: "n1", namespace: "notes", text: words, source: { type: "tool" as const }, untrusted: true };
      await bench.stores.memories.write(draft);
      await bench.ask("Anything new?");
    },
  },
  {
    name: "table, queried",
    makeTools: (words) => [createQueryTable(toTable(words)) as Tool],
    outputs: (call) => [writeCall("query_table", { operation: "rows" }), call, DONE],
    play: async (bench) => void (await bench.ask("What is in the table?")),
  },
  {
    name: "table, its columns described",
    makeTools: (words) => [createDescribeTable(toTable(words)) as Tool],
    outputs: (call) => [writeCall("describe_table", {}), call, DONE],
    play: async (bench) => void (await bench.ask("What is in the table?")),
  },
  {
    name: "table, a column that is not there",
    makeTools: (words) => [createQueryTable(toTable(words)) as Tool],
    outputs: (call) => [writeCall("query_table", { operation: "sum", column: "price" }), call, DONE],
    play: async (bench) => void (await bench.ask("What is the sum of the prices?")),
  },
  {
    name: "table, asked with SQL",
    makeTools: (words) => [createRunSql(toTable(words), loadSql) as Tool],
    outputs: (call) => [writeCall("run_sql", { sql: "SELECT * FROM t" }), call, DONE],
    play: async (bench) => void (await bench.ask("What is in the table?")),
  },
  {
    name: "table, SQL for a column that is not there",
    makeTools: (words) => [createRunSql(toTable(words), loadSql) as Tool],
    outputs: (call) => [writeCall("run_sql", { sql: "SELECT price FROM t" }), call, DONE],
    play: async (bench) => void (await bench.ask("What is the sum of the prices?")),
  },
  {
    name: "task of a tainted run, listed",
    makeTools: (_, stores) => [createListTasks(stores.memories) as Tool],
    outputs: (call) => [writeCall("list_tasks", {}), call, DONE],
    play: async (bench, words) => {
      const draft = { namespace: TASK_NAMESPACE, text: words, task: {}, source: { type: "tool" as const } };
      await bench.stores.memories.write({ ...draft, untrusted: true });
      await bench.ask("What is there to do?");
    },
  },
  {
    name: "tag put on a trusted note",
    makeTools: (_, stores) => [createMemorySearch(stores.memories) as Tool, createMemoryRead(stores.memories) as Tool],
    outputs: (call) => [writeCall("memory_read", { id: "n1" }), call, DONE],
    play: async (bench, words) => {
      const note = { namespace: "notes", text: "The pier is number two." };
      await bench.stores.memories.write({ ...note, id: "n1", source: { type: "user" } });
      await plantNote(bench.stores, note.text, [words]);
      await bench.ask("Anything new?");
    },
  },
];
