import { type Agent, defineAgent } from "../../agent/define/agent.ts";
import { defineSkill } from "../../agent/define/skill.ts";
import type { Tool, ToolContext, ToolOutput } from "../../agent/define/tool.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { isOrigin } from "../../protocol/is-origin.ts";
import type { JsonObject } from "../../protocol/json.ts";
import {
  IN_PAGE_URL,
  type McpPort,
  type McpServerInfo,
  type McpServerRecord,
  type McpToolInfo,
  type ServerAnswers,
  type ServerRequest,
} from "../../protocol/mcp.ts";
import type { SignInOutcome, SignInStep } from "../../protocol/mcp-sign-in.ts";
import { grantToDefault } from "../grant-tools.ts";
import { SignInRefused } from "./auth/judge-sign-in.ts";
import { ServerSignIn } from "./auth/server-sign-in.ts";
import {
  checkServerName,
  connectMcpServer,
  type McpAddress,
  type McpDeps,
  type McpServer,
} from "./connect-mcp-server.ts";
import type { ForeignTool } from "./judge-tools.ts";
import type { OfferedTools, serveTools } from "./serve-tools.ts";

export interface McpServersDeps {
  /** Stores the user's servers and consents. */
  readonly store: {
    read(): Promise<readonly McpServerRecord[]>;
    write(servers: readonly McpServerRecord[]): Promise<void>;
  };
  /** Names that no foreign tool may take. */
  readonly taken: ReadonlySet<string>;
  /** Called when the result of `list` or `extend` may have changed. */
  onChange(): void;
  readonly sample?: McpDeps["sample"];
  /** Stores what a sign-in holds, by server; absent where none can be kept. */
  readonly signIns?: {
    read(): Promise<Readonly<Record<string, object>>>;
    write(server: string, kept: object | null): Promise<void>;
  };
  /** The origins that the user has allowed. */
  readonly allowedHosts?: readonly string[];
  /** Loads the protocol's own server, where that takes more than an import. */
  readonly loadServing?: () => Promise<typeof import("./serve-tools.ts")>;
}

type Connection =
  | { readonly state: "connecting" }
  | { readonly state: "connected"; readonly server: McpServer }
  | { readonly state: "failed"; readonly fault: ConnectFault; readonly detail: string };

type ConnectFault = NonNullable<McpServerInfo["fault"]>;

/** Reads the stored servers; `open` connects to them. */
export async function createMcpServers(deps: McpServersDeps): Promise<McpServers> {
  return new UserMcpServers(deps, await deps.store.read());
}

/** The user's servers: connected, listed, consented to, and given to the agent. */
export type McpServers = Pick<UserMcpServers, keyof UserMcpServers>;

class UserMcpServers {
  readonly #deps: McpServersDeps;
  readonly #records: Map<string, McpServerRecord>;
  readonly #connections = new Map<string, Connection>();
  readonly #signIns = new Map<string, ServerSignIn>();
  readonly #clients = new Map<string, Awaited<ReturnType<typeof serveTools>>>();

  constructor(deps: McpServersDeps, records: readonly McpServerRecord[]) {
    this.#deps = deps;
    this.#records = new Map(records.map((record) => [record.name, record]));
  }

  /** Connects to every stored server; resolves when each is connected or has failed. */
  async open(): Promise<void> {
    await Promise.all([...this.#records.values()].map((record) => this.#connect(record)));
  }

  list(): readonly McpServerInfo[] {
    return [...this.#records.values()].map(({ name, url }) => {
      const connection = this.#connections.get(name) ?? { state: "connecting" };
      return {
        name,
        url,
        state: connection.state,
        ...(connection.state === "failed" ? { fault: connection.fault, detail: connection.detail } : {}),
        ...defined({ signIn: this.#signIns.get(name)?.info() ?? undefined }),
        ...(connection.state === "connected"
          ? { tools: connection.server.list().map(toToolInfo), ...connection.server.offers() }
          : { tools: [], prompts: [], hasResources: false, changed: [], questions: [], progress: {} }),
      };
    });
  }

  /** Stores and connects a server. Rejects with a sentence when its name or address cannot be used. */
  async add(name: string, url: string, token = ""): Promise<void> {
    checkServerName(name);
    if (this.#records.has(name)) throw new Error(`There is a server '${name}' already.`);
    if (!URL.canParse(url)) throw new Error(`'${url}' is no address.`);
    const record: McpServerRecord = { name, url, consents: {}, ...(token === "" ? {} : { token }) };
    await this.#save(record);
    await this.#connect(record);
  }

  /** Connects to a server inside the page. The same server of an earlier visit keeps its consents. */
  async addPort(name: string, port: McpPort): Promise<void> {
    try {
      checkServerName(name);
      const known = this.#records.get(name);
      if (known !== undefined && known.url !== IN_PAGE_URL) throw new Error(`There is a server '${name}' already.`);
      const record: McpServerRecord = known ?? { name, url: IN_PAGE_URL, consents: {} };
      await this.#disconnect(name);
      await this.#save(record);
      await this.#connect(record, port);
    } catch (error) {
      port.close();
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    this.#find(name);
    // Tokens that cannot be revoked are forgotten all the same.
    await this.#signIns
      .get(name)
      ?.leave()
      .catch(() => {});
    await this.#deps.signIns?.write(name, null);
    this.#signIns.delete(name);
    this.#records.delete(name);
    await this.#deps.store.write([...this.#records.values()]);
    await this.#disconnect(name);
    this.#deps.onChange();
  }

  /** Tries again, or asks a connected server for its list. */
  async refresh(name: string): Promise<void> {
    const record = this.#find(name);
    const connection = this.#connections.get(name);
    if (connection?.state === "connected") await connection.server.refresh();
    else await this.#connect(record);
  }

  /** Consents to a tool as it was shown; null withdraws. */
  async consent(name: string, remoteName: string, pin: string | null): Promise<void> {
    const server = this.#findServer(name);
    await (pin === null ? server.withdraw(remoteName) : server.consent(remoteName, pin));
  }

  /** The user's request to one server. */
  async ask<Request extends ServerRequest>(name: string, request: Request): Promise<ServerAnswers[Request["type"]]> {
    // The answer's type follows from the request's.
    return (await this.#findServer(name).ask(request)) as ServerAnswers[Request["type"]];
  }

  /** Takes a step of a sign-in. */
  async signIn(step: SignInStep): Promise<SignInOutcome> {
    try {
      if (step.type === "begin") return { type: "open", url: await this.#findSignIn(step.server).begin(step) };
      if (step.type === "leave") await this.#leave(step.server);
      else await this.#finish(new URLSearchParams(step.query));
      return { type: "done" };
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      return { type: "refused", refusal: error.refusal, host: error.host };
    }
  }

  /** The agent with the tools that are on: in the default skill, and in a skill `mcp-<server>` for each server. */
  extend(agent: Agent): Agent {
    const on = [...this.#connections.values()].flatMap((connection) =>
      connection.state === "connected" && connection.server.tools().length > 0 ? [connection.server] : [],
    );
    if (on.length === 0) return agent;
    const skills = on.map((server) =>
      defineSkill({
        name: `mcp-${server.name}`,
        description: `Work with the tools of the server ${server.name}.`,
        alone: true,
        tools: server.tools(),
      }),
    );
    const tools: readonly Tool[] = on.flatMap((server) => server.tools());
    return defineAgent({
      ...agent,
      tools: [...agent.tools, ...tools],
      skills: [...grantToDefault(agent.skills, tools), ...skills],
    });
  }

  /** For manifests that name a server's tool. */
  async call(name: string, remoteName: string, args: JsonObject, context: ToolContext): Promise<ToolOutput> {
    return this.#findServer(name).call(remoteName, args, context);
  }

  /** Answers another program in the page over its port, until it or the user ends that. */
  async serve(client: string, port: McpPort, offered: OfferedTools): Promise<void> {
    try {
      checkServerName(client);
      if ((await offered.list()).length === 0) throw new Error("No tools are offered.");
      await this.drop(client);
      const { serveTools } = await (this.#deps.loadServing?.() ?? import("./serve-tools.ts"));
      const served = await serveTools(port, offered);
      this.#clients.set(client, served);
      served.onclose = () => this.#clients.get(client) === served && this.#clients.delete(client);
    } catch (error) {
      port.close();
      throw error;
    }
  }

  /** The programs that are connected, by the names that they give themselves. */
  clients(): readonly string[] {
    return [...this.#clients.keys()];
  }

  async drop(client: string): Promise<void> {
    await this.#clients.get(client)?.close();
    this.#clients.delete(client);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#connections.keys()].map((name) => this.#disconnect(name)));
  }

  async #save(record: McpServerRecord): Promise<void> {
    this.#records.set(record.name, record);
    await this.#deps.store.write([...this.#records.values()]);
  }

  #find(name: string): McpServerRecord {
    const record = this.#records.get(name);
    if (record === undefined) throw new Error(`There is no server '${name}'.`);
    return record;
  }

  #findServer(name: string): McpServer {
    this.#find(name);
    const connection = this.#connections.get(name);
    if (connection?.state !== "connected") throw new Error(`The server '${name}' is not connected.`);
    return connection.server;
  }

  #findSignIn(name: string): ServerSignIn {
    const signIn = this.#signIns.get(name);
    if (signIn === undefined) throw new Error(`The server '${name}' asks for no sign-in.`);
    return signIn;
  }

  /** Gives a return to the sign-in that began it; any page can open the address that users come back to. */
  async #finish(answer: URLSearchParams): Promise<void> {
    const state = answer.get("state") ?? "";
    for (const record of this.#records.values()) {
      const signIn = this.#signIns.get(record.name) ?? (await this.#openSignIn(record));
      if (!(await signIn?.isBegun(state))) continue;
      await signIn?.finish(answer);
      await this.#reconnect(record.name);
      return;
    }
    throw new SignInRefused("state", "");
  }

  async #leave(name: string): Promise<void> {
    const left = this.#findSignIn(name).leave();
    await left.catch(() => {});
    await this.#reconnect(name);
    await left;
  }

  async #reconnect(name: string): Promise<void> {
    await this.#disconnect(name);
    await this.#connect(this.#find(name));
  }

  /** A server that the user has given a key to is not signed in to. */
  async #openSignIn({ name, url, token }: McpServerRecord): Promise<ServerSignIn | undefined> {
    const { signIns, allowedHosts = [], onChange } = this.#deps;
    if (signIns === undefined || token !== undefined) return undefined;
    const signIn = await ServerSignIn.open(url, {
      kept: {
        read: async () => (await signIns.read())[name] ?? null,
        write: (kept) => signIns.write(name, kept),
      },
      isAllowed: (origin) => allowedHosts.some((host) => isOrigin(new URL(origin).origin, host)),
      onChange,
      inTurn: (work) => globalThis.navigator?.locks?.request(`alcove-sign-in ${name}`, work) ?? work(),
    });
    this.#signIns.set(name, signIn);
    return signIn;
  }

  #set(name: string, connection: Connection): void {
    this.#connections.set(name, connection);
    this.#deps.onChange();
  }

  async #connect(record: McpServerRecord, port?: McpPort): Promise<void> {
    const { name, url, token } = record;
    if (url === IN_PAGE_URL && port === undefined) {
      this.#set(name, { state: "failed", fault: "not-offered", detail: "" });
      return;
    }
    const { taken, onChange, sample } = this.#deps;
    this.#set(name, { state: "connecting" });
    const signIn = port === undefined ? await this.#openSignIn(record) : undefined;
    const address: McpAddress =
      port === undefined ? { type: "http", url, ...defined({ token, signIn }) } : { type: "port", port };
    try {
      const consents = {
        read: async () => new Map(Object.entries(this.#find(name).consents)),
        write: (_server: string, remoteName: string, pin: string | null) => this.#saveConsent(name, remoteName, pin),
      };
      const server = await connectMcpServer({ name, address }, { taken, onChange, consents, ...defined({ sample }) });
      // It may have been removed in the meantime.
      if (this.#records.has(name)) this.#set(name, { state: "connected", server });
      else await server.close();
    } catch (error) {
      if (!this.#records.has(name)) return;
      const detail = signIn?.hide(describeError(error)) ?? describeError(error);
      const fault = toFault(detail);
      // It refused a token that was fresh.
      if (fault === "key" && signIn?.info()?.state === "in") await signIn.ask();
      const isAsked = signIn !== undefined && ["out", "wider"].includes(signIn.info()?.state ?? "in");
      this.#set(name, { state: "failed", fault: isAsked ? "sign-in" : fault, detail: isAsked ? "" : detail });
    }
  }

  async #saveConsent(name: string, remoteName: string, pin: string | null): Promise<void> {
    const record = this.#find(name);
    const others = Object.entries(record.consents).filter(([each]) => each !== remoteName);
    const entries = pin === null ? others : [...others, [remoteName, pin] as const];
    await this.#save({ ...record, consents: Object.fromEntries(entries) });
  }

  async #disconnect(name: string): Promise<void> {
    const connection = this.#connections.get(name);
    this.#connections.delete(name);
    if (connection?.state === "connected") await connection.server.close().catch(() => {});
  }
}

/** Browsers word a request without an answer each in their own way; the client passes it on in its own sentence. */
function toFault(detail: string): ConnectFault {
  if (/\b(?:401|403)\b|unauthori[sz]ed|forbidden/i.test(detail)) return "key";
  return /failed to fetch|networkerror|load failed|fetch failed|timed out/i.test(detail) ? "unreachable" : "other";
}

function toToolInfo(tool: ForeignTool): McpToolInfo {
  if (tool.status === "refused") return tool;
  const { status, remoteName, pin, page } = tool;
  return { status, remoteName, pin, spec: tool.tool.spec, ...defined({ page }) };
}
