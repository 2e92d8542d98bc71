import { type Agent, defineAgent } from "../../agent/define/agent.ts";
import { defineSkill } from "../../agent/define/skill.ts";
import type { Tool, ToolContext, ToolOutput } from "../../agent/define/tool.ts";
import type { JsonObject } from "../../protocol/json.ts";
import {
  IN_PAGE_URL,
  type McpPort,
  type McpServerInfo,
  type McpServerRecord,
  type McpToolInfo,
} from "../../protocol/mcp.ts";
import { connectMcpServer, type McpAddress, type McpServer } from "./connect-mcp-server.ts";
import type { ForeignTool } from "./judge-tools.ts";

/** Where the user's servers and consents are kept. */
export interface McpStore {
  read(): Promise<readonly McpServerRecord[]>;
  write(servers: readonly McpServerRecord[]): Promise<void>;
}

export interface McpServersDeps {
  readonly store: McpStore;
  /** Names that no foreign tool may take. */
  readonly taken: ReadonlySet<string>;
  /** Called when `list` or `extend` would answer otherwise than before. */
  onChange(): void;
}

/** The user's servers: connected, listed, consented to, and given to the agent. */
export interface McpServers {
  /** Connects to every stored server; resolves when each is connected or has failed. */
  open(): Promise<void>;
  list(): readonly McpServerInfo[];
  /** Stores and connects a server. Rejects with a sentence when its name or address cannot be used. */
  add(name: string, url: string): Promise<void>;
  /** Connects to a server inside the page. The same server of an earlier visit keeps its consents. */
  addPort(name: string, port: McpPort): Promise<void>;
  remove(name: string): Promise<void>;
  /** Tries again, or asks a connected server for its list. */
  refresh(name: string): Promise<void>;
  /** Consents to a tool as it was shown; null withdraws. */
  consent(server: string, remoteName: string, pin: string | null): Promise<void>;
  /** The agent with the tools that are on, and a skill `mcp-<server>` for each server that has any. */
  extend(agent: Agent): Agent;
  /** For manifests that name a server's tool. */
  call(server: string, remoteName: string, args: JsonObject, context: ToolContext): Promise<ToolOutput>;
  close(): Promise<void>;
}

type Connection =
  | { readonly state: "connecting" }
  | { readonly state: "connected"; readonly server: McpServer }
  | { readonly state: "failed"; readonly detail: string };

/** Reads the stored servers; `open` connects to them. */
export async function createMcpServers({ store, taken, onChange }: McpServersDeps): Promise<McpServers> {
  const records = new Map((await store.read()).map((record) => [record.name, record]));
  const connections = new Map<string, Connection>();

  async function save(record: McpServerRecord): Promise<void> {
    records.set(record.name, record);
    await store.write([...records.values()]);
  }

  function find(name: string): McpServerRecord {
    const record = records.get(name);
    if (record === undefined) throw new Error(`There is no server '${name}'.`);
    return record;
  }

  function findServer(name: string): McpServer {
    find(name);
    const connection = connections.get(name);
    if (connection?.state !== "connected") throw new Error(`The server '${name}' is not connected.`);
    return connection.server;
  }

  async function connect({ name, url }: McpServerRecord, port?: McpPort): Promise<void> {
    const set = (connection: Connection): void => {
      connections.set(name, connection);
      onChange();
    };
    if (url === IN_PAGE_URL && port === undefined) {
      set({ state: "failed", detail: "The page has not offered it on this visit." });
      return;
    }
    const address: McpAddress = port === undefined ? { type: "http", url } : { type: "port", port };
    set({ state: "connecting" });
    try {
      const server = await connectMcpServer(
        { name, address },
        {
          taken,
          onChange,
          consents: {
            read: async () => new Map(Object.entries(find(name).consents)),
            async write(_server, remoteName, pin) {
              const record = find(name);
              const others = Object.entries(record.consents).filter(([each]) => each !== remoteName);
              const entries = pin === null ? others : [...others, [remoteName, pin] as const];
              await save({ ...record, consents: Object.fromEntries(entries) });
            },
          },
        },
      );
      // It may have been removed in the meantime.
      if (records.has(name)) set({ state: "connected", server });
      else await server.close();
    } catch (error) {
      if (records.has(name)) set({ state: "failed", detail: error instanceof Error ? error.message : String(error) });
    }
  }

  async function disconnect(name: string): Promise<void> {
    const connection = connections.get(name);
    connections.delete(name);
    if (connection?.state === "connected") await connection.server.close().catch(() => {});
  }

  return {
    async open() {
      await Promise.all([...records.values()].map((record) => connect(record)));
    },
    list: () =>
      [...records.values()].map(({ name, url }) => {
        const connection = connections.get(name) ?? { state: "connecting" };
        return {
          name,
          url,
          state: connection.state,
          ...(connection.state === "failed" ? { detail: connection.detail } : {}),
          tools: connection.state === "connected" ? connection.server.list().map(toToolInfo) : [],
        };
      }),
    async add(name, url) {
      checkName(name);
      if (records.has(name)) throw new Error(`There is a server '${name}' already.`);
      if (!URL.canParse(url)) throw new Error(`'${url}' is no address.`);
      const record: McpServerRecord = { name, url, consents: {} };
      await save(record);
      await connect(record);
    },
    async addPort(name, port) {
      try {
        checkName(name);
        const known = records.get(name);
        if (known !== undefined && known.url !== IN_PAGE_URL) throw new Error(`There is a server '${name}' already.`);
        const record: McpServerRecord = known ?? { name, url: IN_PAGE_URL, consents: {} };
        await disconnect(name);
        await save(record);
        await connect(record, port);
      } catch (error) {
        port.close();
        throw error;
      }
    },
    async remove(name) {
      find(name);
      records.delete(name);
      await store.write([...records.values()]);
      await disconnect(name);
      onChange();
    },
    async refresh(name) {
      const record = find(name);
      const connection = connections.get(name);
      if (connection?.state === "connected") await connection.server.refresh();
      else await connect(record);
    },
    async consent(name, remoteName, pin) {
      const server = findServer(name);
      await (pin === null ? server.withdraw(remoteName) : server.consent(remoteName, pin));
    },
    extend(agent) {
      const on = [...connections.values()].flatMap((connection) =>
        connection.state === "connected" && connection.server.tools().length > 0 ? [connection.server] : [],
      );
      if (on.length === 0) return agent;
      const tools: Tool[] = on.flatMap((server) => server.tools());
      const skills = on.map((server) =>
        defineSkill({
          name: `mcp-${server.name}`,
          description: `Work with the tools of the server ${server.name}.`,
          tools: server.tools(),
        }),
      );
      const { onError, ...rest } = agent;
      return defineAgent({
        ...rest,
        ...(onError === undefined ? {} : { onError }),
        tools: [...agent.tools, ...tools],
        skills: [...agent.skills, ...skills],
      });
    },
    call: async (name, remoteName, args, context) => findServer(name).call(remoteName, args, context),
    async close() {
      await Promise.all([...connections.keys()].map(disconnect));
    },
  };
}

function checkName(name: string): void {
  if (/^[a-z0-9][a-z0-9-]{0,29}$/.test(name)) return;
  throw new Error(`'${name}' is no server name: small letters, digits and hyphens, at most 30.`);
}

function toToolInfo(tool: ForeignTool): McpToolInfo {
  if (tool.status === "refused") return tool;
  const { status, remoteName, pin } = tool;
  return { status, remoteName, pin, spec: tool.tool.spec };
}
