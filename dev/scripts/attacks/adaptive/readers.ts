import { McpServer } from "@modelcontextprotocol/server";
import type { AgenticSkill } from "../../../../worker/agent/define/agentic-skill.ts";
import { defineSkill } from "../../../../worker/agent/define/skill.ts";
import { OutsideError, type Tool, toToolOutput } from "../../../../worker/agent/define/tool.ts";
import { toyTool } from "../../../../worker/agent/run/run-agent.fixture.ts";
import type { Stores } from "../../../../worker/store/stores.ts";
import { createListEvents } from "../../../../worker/tools/documents/list-events.ts";
import {
  createFindFiles,
  createListFiles,
  createReadFile,
  createSearchFiles,
} from "../../../../worker/tools/documents/read-files.ts";
import { toKnowledgeTool } from "../../../../worker/tools/knowledge/to-knowledge-tool.ts";
import { readManifest } from "../../../../worker/tools/manifest/read-manifest.ts";
import { toManifestTool } from "../../../../worker/tools/manifest/to-manifest-tool.ts";
import { connectMcpServer } from "../../../../worker/tools/mcp/connect-mcp-server.ts";
import { judgeTools, pinTool } from "../../../../worker/tools/mcp/judge-tools.ts";
import { MessagePortTransport } from "../../../../worker/tools/mcp/message-port-transport.ts";
import { toTestPort } from "../../../../worker/tools/mcp/test-port.fixture.ts";
import { createKomSearchMemory, createMemorySearch } from "../../../../worker/tools/memory/read-notes.ts";
import { createReadPage } from "../../../../worker/tools/pages/read-page.ts";
import { createDescribeTable, createQueryTable } from "../../../../worker/tools/tables/table-tools.ts";
import { createListTasks } from "../../../../worker/tools/tasks/task-tools.ts";
import { PAGE_HOST } from "./channels.ts";
import { toShiftingTool, toWorldFolder, type World } from "./world.ts";

/** The tools by which strangers' words are read, over one world. */
export interface Readers {
  /** For every skill. */
  readonly tools: readonly Tool[];
  /** Those of strangers, whose own texts a model is shown: for runs in which such a text is played. */
  readonly strangers: { readonly server: Tool; readonly manifest: Tool; readonly knowledge: Tool };
  close(): Promise<void>;
}

export async function makeReaders(world: World, { memories }: Stores): Promise<Readers> {
  const folder = toWorldFolder(world);
  const table = { list: async () => [{ name: "t.tsv", mediaType: "text/plain", text: world.table }] };
  const events = toWorldFolder(world);
  const calendar = { ...events, ...toCalendarFiles(world) };
  const fetch = async (): Promise<Response> => new Response(world.page);
  const server = await startServer(world);
  const tools = [
    createReadFile(folder),
    createListFiles(folder),
    createFindFiles(folder),
    createSearchFiles(folder),
    createQueryTable(table),
    createDescribeTable(table),
    createListEvents(calendar),
    createReadPage({ fetch: fetch as never, allowedHosts: [PAGE_HOST] }),
    createMemorySearch(memories),
    createKomSearchMemory(memories),
    createListTasks(memories),
    toyTool("look_up", () => {
      if (world.fault !== "") throw new OutsideError(world.fault);
      const { structured, result } = world;
      const block =
        structured === "" ? { type: "text" as const, text: result } : { type: "json" as const, value: { structured } };
      return toToolOutput([block], { untrusted: true });
    }),
    ...server.tools,
    // The user has allowed this reading: what is tried is what comes after it.
    toReading(makeManifest(world, "their_script", SCRIPT)),
    toReading(makeManifest(world, "their_service", SERVICE)),
    toReading(makeKnowledge("their_text", "A text about ferries", () => world.knowledge)),
  ] as readonly Tool[];
  const strangers = {
    server: toShiftingTool(() => world.listedTool, judgeListed),
    manifest: toShiftingTool(
      () => world.manifestText,
      () => makeManifest(world, "their_tool", SCRIPT),
    ),
    knowledge: toShiftingTool(
      () => world.knowledgeText,
      (text) => makeKnowledge("their_book", text || "A book", () => "x"),
    ),
  };
  return { tools, strangers, close: server.close };
}

/** A skill from somebody's `SKILL.md`, with these tools. */
export function makeTheirSkill(world: World, tools: readonly Tool[]): AgenticSkill {
  const skill = defineSkill({ name: "theirs", description: "Their way.", tools, author: "files" });
  return Object.defineProperty(skill, "instructions", { get: () => world.skillText });
}

function toCalendarFiles(world: World) {
  const entries = [{ path: "a.ics", type: "file" as const }];
  const list = async () => ({ entries, total: 1 });
  const read = async (path: string) => ({ path, text: world.events });
  return { list, find: list, read, readSource: read };
}

const SCRIPT = `[javascript]\nsource = "return {}"`;
const SERVICE = `[http]\nmethod = "GET"\nurl = "https://pages.example/x"\nsuccess_status = [200]`;

function makeManifest(world: World, name: string, backend: string): Tool {
  const about = JSON.stringify(
    world.manifestText.replaceAll(/[\p{Cc}\p{Cf}\p{Co}]/gu, " ").slice(0, 400) || "Looks up.",
  );
  const text = `[tool]\nname = "${name}"\nversion = "1"\ndescription = ${about}\n${backend}\n[output]\nformat = "json"\n[output.schema]\ntype = "object"\n`;
  const manifest = readManifest(text, `${name}.clad.toml`);
  if (!manifest.ok) throw new Error(JSON.stringify(manifest.faults));
  const runScript = async (): Promise<string> => {
    if (world.scriptFault !== "") throw new Error(world.scriptFault);
    return JSON.stringify({ text: world.scriptResult });
  };
  const http = async () => {
    if (world.serviceFault !== "") throw new Error(world.serviceFault);
    return { status: 200, text: JSON.stringify({ text: world.serviceResult }) };
  };
  return toManifestTool(manifest.value, { runScript, http }, { foreign: true }) as Tool;
}

function makeKnowledge(name: string, description: string, readText: () => string): Tool {
  const file = { file: `${name}.knowledge.md`, name, description, questions: [], text: "x" };
  const tool = toKnowledgeTool(file) as Tool;
  return {
    ...tool,
    run: (input, context) => (toKnowledgeTool({ ...file, text: readText() }) as Tool).run(input, context),
  };
}

/** The tool as one that only reads and is the app's, so that its results alone are tried. */
function toReading(tool: Tool): Tool {
  const { asks: _, author: __, ...spec } = tool.spec;
  return { ...tool, spec: { ...spec, effect: "reads" } };
}

/** The tool that a server lists in this play, as the app takes it over; the user has consented to its pin. */
function judgeListed(listedTool: World["listedTool"]): Tool {
  const offered = {
    name: "order",
    description: "Orders tickets.",
    inputSchema: { type: "object" },
    ...listedTool,
  };
  const [judged] = judgeTools([offered], {
    server: "shop",
    host: null,
    floor: "reads",
    consents: new Map([[offered.name, pinTool(offered as never)]]),
    taken: new Set(),
    call: async () => toToolOutput([{ type: "text", text: "done" }], { untrusted: true }),
  });
  return judged?.status === "on" ? (judged.tool as Tool) : (toyTool("shop.refused") as Tool);
}

async function startServer(world: World): Promise<{ readonly tools: readonly Tool[]; close(): Promise<void> }> {
  const { port1, port2 } = new MessageChannel();
  const server = new McpServer({ name: "theirs", version: "1" });
  server.registerTool("look_up", { description: "Looks up." }, async () => {
    const { serverFault, serverStructure, serverResult } = world;
    if (serverFault !== "") return { content: [{ type: "text", text: serverFault }], isError: true };
    if (serverStructure === "") return { content: [{ type: "text", text: serverResult }] };
    return { content: [], structuredContent: { page: [{ body: serverStructure }] } };
  });
  await server.connect(new MessagePortTransport(toTestPort(port2)));
  const pins = new Map<string, string>();
  const consents = {
    read: async () => pins,
    write: async (_: string, tool: string, pin: string | null) =>
      void (pin === null ? pins.delete(tool) : pins.set(tool, pin)),
  };
  const address = { type: "port" as const, port: toTestPort(port1) };
  const connection = await connectMcpServer(
    { name: "theirs", address, floor: "reads" },
    { taken: new Set(), consents },
  );
  for (const tool of connection.list()) {
    if (tool.status !== "refused") await connection.consent(tool.remoteName, tool.pin);
  }
  return {
    tools: connection.tools().map((tool) => toReading(tool as Tool)),
    close: async () => {
      await connection.close();
      port1.close();
      port2.close();
    },
  };
}
