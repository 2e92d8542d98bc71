import {
  Client,
  InsufficientScopeError,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { OutsideError, type Tool, type ToolContext, type ToolOutput, toToolOutput } from "../../agent/define/tool.ts";
import { assertNever } from "../../protocol/assert-never.ts";
import { toBoundedJson, toBoundedObject } from "../../protocol/bounded-json.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { isJsonObject, type JsonObject } from "../../protocol/json.ts";
import type { McpPort, McpServerInfo, ServerAnswers, ServerRequest } from "../../protocol/mcp.ts";
import { type ToolEffect, toContentText } from "../../protocol/tool.ts";
import { compileObjectSchema } from "../schema/from-json-schema.ts";
import { type ServerSignIn, SignInNeeded } from "./auth/server-sign-in.ts";
import { type ForeignTool, judgeTools } from "./judge-tools.ts";
import { MessagePortTransport } from "./message-port-transport.ts";
import {
  completeField,
  listPrompts,
  listResources,
  NO_PROMPTS,
  type Prompts,
  readPrompt,
  readResource,
} from "./server-offers.ts";
import { type Sample, ServerQuestions } from "./server-questions.ts";
import { toContentBlocks } from "./to-content-blocks.ts";

/** Where a server is. */
export type McpAddress =
  | { readonly type: "http"; readonly url: string; readonly token?: string; readonly signIn?: ServerSignIn }
  /** A server in this page. */
  | { readonly type: "port"; readonly port: McpPort };

/** A server as the user has set it up. */
export interface McpServerSetting {
  /** The user's name for it, and the prefix of its tools' names. Small letters, digits and hyphens, at most 30. */
  readonly name: string;
  readonly address: McpAddress;
  /** The minimum effect assumed of its tools; `sends` unless the user says otherwise. */
  readonly floor?: ToolEffect;
}

/** Dependencies of a connection. */
export interface McpDeps {
  /** Stores the user's consents, by server and tool. */
  readonly consents: {
    read(server: string): Promise<ReadonlyMap<string, string>>;
    write(server: string, remoteName: string, pin: string | null): Promise<void>;
  };
  /** Names that no foreign tool may take. */
  readonly taken: ReadonlySet<string>;
  /** Called when the server's tools have changed. */
  onChange?(): void;
  /** Has the model answer, for a server that wants it to and a user who agrees. Without it nobody here is asked anything. */
  readonly sample?: Sample;
}

/** A connected server. Its tools are foreign: each is off until the user consents, and again when it changes. */
export type McpServer = Omit<Pick<ConnectedServer, keyof ConnectedServer>, "open">;

const CONNECT_TIMEOUT_MS = 15_000;
/** The call's own limit ends it sooner, but for what the user takes to answer the server. */
const CALL_TIMEOUT_MS = 86_400_000;
const RENEW_PAUSE_MS = 250;
const MAX_WATCHED = 50;
const CAPABILITIES = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};

/** Connects to a server and lists its tools. Rejects with a sentence when it cannot be reached. */
export async function connectMcpServer(setting: McpServerSetting, deps: McpDeps): Promise<McpServer> {
  checkServerName(setting.name);
  const server = new ConnectedServer(setting, deps);
  await server.open(setting.address);
  return server;
}

/** Throws, with a sentence for the user, unless `name` may be a server's name. */
export function checkServerName(name: string): void {
  if (/^[a-z0-9][a-z0-9-]{0,29}$/.test(name)) return;
  throw new Error(`'${name}' is no server name: small letters, digits and hyphens, at most 30.`);
}

class ConnectedServer {
  readonly name: string;
  readonly #deps: McpDeps;
  readonly #floor: ToolEffect;
  /** Null for a server in this page. */
  readonly #http: (McpAddress & { readonly type: "http" }) | null;
  readonly #client: Client;
  readonly #questions: ServerQuestions;
  #listed: readonly unknown[] = [];
  #judged: readonly ForeignTool[] = [];
  #prompts: Prompts = NO_PROMPTS;
  /** Addresses of resources that were read and are followed, and those of them that have changed since. */
  readonly #watched = new Set<string>();
  readonly #changed = new Set<string>();
  #closed = false;
  /** How often the server said that its list changed, and up to which of these the list was read. */
  #changes = 0;
  #changesRead = 0;
  #renewing: Promise<void> | null = null;

  constructor({ name, address, floor = "sends" }: McpServerSetting, deps: McpDeps) {
    this.name = name;
    this.#deps = deps;
    this.#floor = floor;
    this.#http = address.type === "http" ? address : null;
    this.#client = new Client(
      { name: "alcove", version: "1" },
      {
        // Without the app around it, it can ask neither the user nor the model.
        capabilities: deps.sample ? CAPABILITIES : {},
        versionNegotiation: { mode: "auto" },
        jsonSchemaValidator: { getValidator: (schema) => toOutputValidator(schema) },
        // The list is read and kept here; the client's cache would return an old one.
        listChanged: {
          tools: { autoRefresh: false, debounceMs: 0, onChanged: () => this.#noteChange() },
          prompts: { autoRefresh: false, onChanged: () => void this.#readPrompts() },
        },
      },
    );
    this.#questions = new ServerQuestions(name, deps);
    if (deps.sample) this.#questions.listen(this.#client);
    this.#client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      if (!this.#watched.has(params.uri)) return;
      this.#changed.add(params.uri);
      deps.onChange?.();
    });
    this.#client.onclose = () => {
      this.#closed = true;
      this.#judged = [];
      deps.onChange?.();
    };
  }

  async open(address: McpAddress): Promise<void> {
    const transport = toTransport(address);
    await this.#client.connect(transport, { timeout: CONNECT_TIMEOUT_MS });
    const signIn = this.#http?.signIn;
    const take = transport.onmessage;
    // A server may repeat the token that it was sent, and its words are read by the model and logged.
    if (signIn !== undefined) {
      transport.onmessage = (message, extra) => take?.(JSON.parse(signIn.hide(JSON.stringify(message))), extra);
    }
    await this.refresh();
    await this.#readPrompts();
  }

  /** Offers beside tools, and addresses of what has changed since it was read. */
  offers(): Pick<McpServerInfo, "prompts" | "hasResources" | "changed" | "questions" | "progress"> {
    const hasResources = this.#client.getServerCapabilities()?.resources !== undefined;
    return { prompts: this.#prompts.specs, hasResources, changed: [...this.#changed], ...this.#questions.list() };
  }

  /** Requests what the user asks of it. Rejects with a sentence; nothing else is sent. */
  async ask(request: ServerRequest): Promise<ServerAnswers[ServerRequest["type"]]> {
    try {
      switch (request.type) {
        case "prompt": {
          const remoteName = this.#prompts.remoteNames.get(request.name);
          if (remoteName === undefined) throw new Error(`There is no prompt '${request.name}'.`);
          return await readPrompt(this.#client, this.name, remoteName, request.input);
        }
        case "answer":
          await this.#questions.answer(request.id, request.answer);
          return null;
        case "complete":
          return await completeField(this.#client, request, this.#prompts.remoteNames.get(request.of));
        case "resources":
          return await listResources(this.#client);
        case "resource": {
          const files = await readResource(this.#client, this.name, request.uri, request.fields);
          for (const { uri } of files) this.#watch(uri);
          return files;
        }
        default:
          return assertNever(request);
      }
    } catch (error) {
      throw this.#toSafeError(error);
    }
  }

  /** A server may repeat the token that it refuses, and an error is read by the model and logged. */
  #toSafeError(error: unknown): Error {
    if (error instanceof SignInNeeded) return error;
    const { signIn, token = "" } = this.#http ?? {};
    if (error instanceof InsufficientScopeError && signIn?.widen(error.requiredScope)) return new SignInNeeded();
    // Of a header `Name: value` the value.
    const key = token.replace(/^[A-Za-z0-9-]+:\s*/, "");
    const words = key === "" ? describeError(error) : describeError(error).replaceAll(key, "[key]");
    return new OutsideError(signIn?.hide(words) ?? words);
  }

  /** Follows a resource where the server offers that. */
  #watch(uri: string): void {
    if (this.#changed.delete(uri)) this.#deps.onChange?.();
    const isOffered = this.#client.getServerCapabilities()?.resources?.subscribe === true;
    if (!isOffered || this.#watched.has(uri) || this.#watched.size >= MAX_WATCHED) return;
    this.#watched.add(uri);
    const followed =
      this.#client.getProtocolEra() === "modern"
        ? this.#client.listen({ resourceSubscriptions: [uri] })
        : this.#client.subscribeResource({ uri });
    followed.catch(() => this.#watched.delete(uri));
  }

  /** Without prompts a server is of use all the same. */
  async #readPrompts(): Promise<void> {
    this.#prompts = await listPrompts(this.#client, this.name).catch(() => NO_PROMPTS);
    this.#deps.onChange?.();
  }

  /** Every tool it lists, with its status. */
  list(): readonly ForeignTool[] {
    return this.#judged;
  }

  /** The tools that may be called now. */
  tools(): readonly Tool<JsonObject>[] {
    return this.#judged.flatMap((tool) => (tool.status === "on" ? [tool.tool] : []));
  }

  /** Asks the server for its list again. */
  async refresh(): Promise<void> {
    const changes = this.#changes;
    const { tools } = await this.#client.listTools({}, { timeout: CONNECT_TIMEOUT_MS, cacheMode: "refresh" });
    this.#listed = tools;
    await this.#judge();
    this.#changesRead = Math.max(this.#changesRead, changes);
  }

  /** The user allows a tool as it is described now; `pin` is what they were shown. Rejects when it changed since. */
  async consent(remoteName: string, pin: string): Promise<void> {
    const tool = this.#find(remoteName);
    if (tool === undefined || tool.status === "refused" || tool.pin !== pin) {
      throw new Error(`The tool '${this.name}.${remoteName}' is not what was shown.`);
    }
    await this.#deps.consents.write(this.name, remoteName, pin);
    await this.#judge();
  }

  async withdraw(remoteName: string): Promise<void> {
    await this.#deps.consents.write(this.name, remoteName, null);
    await this.#judge();
  }

  /** Calls a tool under the server's own name, for a manifest that names it. It must be on. */
  async call(remoteName: string, args: JsonObject, context: ToolContext): Promise<ToolOutput> {
    const tool = this.#find(remoteName);
    if (tool?.status !== "on") throw new Error(`The tool '${this.name}.${remoteName}' is not allowed.`);
    return this.#callPinned(remoteName, tool.pin, args, context);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #judge(): Promise<void> {
    const { consents, taken, onChange } = this.#deps;
    this.#judged = judgeTools(this.#listed, {
      server: this.name,
      host: this.#http === null ? null : new URL(this.#http.url).host,
      floor: this.#floor,
      consents: await consents.read(this.name),
      taken,
      call: (...call) => this.#callPinned(...call),
    });
    onChange?.();
  }

  /** Reads the list anew; until that is done, no tool of the old list is called. */
  #noteChange(): void {
    this.#changes += 1;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
  }

  async #renew(): Promise<void> {
    try {
      while (this.#changes > this.#changesRead && !this.#closed) {
        await this.refresh();
        // A server that changes without end is asked at this pace.
        if (this.#changes > this.#changesRead) await new Promise((resolve) => setTimeout(resolve, RENEW_PAUSE_MS));
      }
    } catch {
      // The list stays unread, so that its tools are refused until it can be read.
    }
  }

  #find(remoteName: string): ForeignTool | undefined {
    return this.#judged.find((tool) => tool.remoteName === remoteName);
  }

  /** A handle may be older than the list: it works only while its tool still is what the handle was made for. */
  async #callPinned(remoteName: string, pin: string, input: JsonObject, context: ToolContext): Promise<ToolOutput> {
    const { name } = this;
    await this.#renewing;
    const tool = this.#find(remoteName);
    if (this.#closed) throw new Error(`The server '${name}' is not connected.`);
    if (this.#changes > this.#changesRead) {
      throw new Error(`The server '${name}' has changed its tools, and the new list cannot be read.`);
    }
    if (tool === undefined) throw new Error(`The server '${name}' no longer has the tool '${remoteName}'.`);
    if (tool.status !== "on" || tool.pin !== pin) {
      throw new Error(`The tool '${name}.${remoteName}' has changed and is off until the person allows it again.`);
    }
    try {
      return await this.#callRemote(remoteName, input, context);
    } catch (error) {
      throw this.#toSafeError(error);
    }
  }

  async #callRemote(remoteName: string, input: JsonObject, context: ToolContext): Promise<ToolOutput> {
    const answer = await this.#questions.during(`${this.name}.${remoteName}`, context, (onprogress) =>
      this.#client.callTool(
        { name: remoteName, arguments: { ...input } },
        // A signal of its own, as the client leaves its listeners on it. It tells the server when it fires.
        { signal: AbortSignal.any([context.signal]), timeout: CALL_TIMEOUT_MS, onprogress },
      ),
    );
    const bounded = toBoundedJson({ ...answer, content: answer.content.map(withoutBinary) });
    if (!bounded.ok) throw new Error(`The server's result is refused: ${bounded.reason}.`);
    const result = isJsonObject(bounded.value) ? bounded.value : {};
    const blocks = toContentBlocks(result);
    if (result.isError === true) throw new Error(toContentText(blocks).slice(0, 1_000) || "The server's tool failed.");
    return toToolOutput(blocks, { untrusted: true });
  }
}

function toTransport(address: McpAddress): Transport {
  if (address.type === "port") return new MessagePortTransport(address.port);
  const url = new URL(address.url);
  const local = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(local && url.protocol === "http:")) {
    throw new Error("A server must be reached over https, or be on this device.");
  }
  if (url.username !== "" || url.password !== "")
    throw new Error("The address must not carry a user name or password.");
  return new StreamableHTTPClientTransport(url, {
    requestInit: { credentials: "omit", referrerPolicy: "no-referrer", headers: toKeyHeader(address.token) },
    redirectPolicy: "same-origin",
    onInsufficientScope: "throw",
    ...(address.signIn === undefined ? {} : { authProvider: address.signIn }),
  });
}

function toKeyHeader(token: string | undefined): Record<string, string> {
  if (token === undefined) return {};
  const [, name, value] = /^([A-Za-z0-9-]+):\s*(.+)$/.exec(token) ?? [];
  return name === undefined || value === undefined ? { Authorization: `Bearer ${token}` } : { [name]: value };
}

/** A block without binary data, which cannot be shown anyway: a picture alone would exceed the limit. */
function withoutBinary(block: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { data: _, resource, ...rest } = block;
  if (typeof resource !== "object" || resource === null) return rest;
  const { blob: __, ...shown } = { blob: undefined, ...resource };
  return { ...rest, resource: shown };
}

type OutputValidator<Value> = (
  input: unknown,
) => { valid: true; data: Value; errorMessage: undefined } | { valid: false; data: undefined; errorMessage: string };

/**
 * The SDK validates results against the server's schema; this validator bounds that like every validation of a foreign
 * schema. If the schema is refused, results are not validated: they are untrusted either way.
 */
function toOutputValidator<Value>(schema: unknown): OutputValidator<Value> {
  const accept = (input: unknown) => ({ valid: true, data: input as Value, errorMessage: undefined }) as const;
  const refuse = (errorMessage: string) => ({ valid: false, data: undefined, errorMessage }) as const;
  const root = toBoundedObject(schema);
  if (root === null) return accept;
  try {
    const check = compileObjectSchema(root);
    return (input) => {
      const value = toBoundedObject(input);
      if (value === null) return refuse("no object");
      const [problem] = check(value);
      return problem === undefined ? accept(input) : refuse(`${problem.path || "it"} ${problem.message}`);
    };
  } catch {
    return accept;
  }
}
