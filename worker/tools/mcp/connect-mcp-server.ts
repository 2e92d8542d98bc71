import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { compileObjectSchema } from "../../agent/define/from-json-schema.ts";
import { OutsideError, type Tool, type ToolContext, type ToolOutput, toToolOutput } from "../../agent/define/tool.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { isJsonObject, type JsonObject, toBoundedJson } from "../../protocol/json.ts";
import type { McpPort } from "../../protocol/mcp.ts";
import type { ToolEffect } from "../../protocol/tool.ts";
import { type ForeignTool, judgeTools } from "./judge-tools.ts";
import { MessagePortTransport } from "./message-port-transport.ts";
import { toContentBlocks, toPlainResult } from "./to-content-blocks.ts";

/** Where a server is. */
export type McpAddress =
  | { readonly type: "http"; readonly url: string }
  /** A server in this page. */
  | { readonly type: "port"; readonly port: McpPort };

/** A server as the user has set it up. */
export interface McpServerSetting {
  /** Ours: the first part of its tools' names. Small letters, digits and hyphens, at most 30. */
  readonly name: string;
  readonly address: McpAddress;
  /** What its tools may touch at least; `sends` unless the user says otherwise. */
  readonly floor?: ToolEffect;
}

/** What a connection works with. */
export interface McpDeps {
  /** Keeps the user's consents, by server and tool. */
  readonly consents: {
    read(server: string): Promise<ReadonlyMap<string, string>>;
    write(server: string, remoteName: string, pin: string | null): Promise<void>;
  };
  /** Names that no foreign tool may take. */
  readonly taken: ReadonlySet<string>;
  /** Called when the server's tools are not what they were. */
  onChange?(): void;
  readonly fetch?: typeof fetch;
}

/** A connected server. Its tools are foreign: each is off until the user consents, and again when it changes. */
export interface McpServer {
  readonly name: string;
  /** Everything it lists, with what stands in the way. */
  list(): readonly ForeignTool[];
  /** What may be used now. */
  tools(): readonly Tool<JsonObject>[];
  /** Asks the server for its list again. */
  refresh(): Promise<void>;
  /** The user allows a tool as it is described now; `pin` is what they were shown. Rejects when it changed since. */
  consent(remoteName: string, pin: string): Promise<void>;
  withdraw(remoteName: string): Promise<void>;
  /** Calls a tool under the server's own name, for a manifest that names it. It must be on. */
  call(remoteName: string, args: JsonObject, context: ToolContext): Promise<ToolOutput>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 15_000;
const CALL_TIMEOUT_MS = 120_000;

/** Connects to a server and lists its tools. Rejects with a sentence when it cannot be reached. */
export async function connectMcpServer(setting: McpServerSetting, deps: McpDeps): Promise<McpServer> {
  const { name, floor = "sends" } = setting;
  if (!/^[a-z0-9][a-z0-9-]{0,29}$/.test(name)) {
    throw new Error(`'${name}' is no server name: small letters, digits and hyphens, at most 30.`);
  }
  let judged: readonly ForeignTool[] = [];
  let listed: readonly unknown[] = [];
  let closed = false;

  const client = new Client(
    { name: "alcove", version: "1" },
    {
      // Nothing is offered to the server: it can neither ask the user nor the model.
      capabilities: {},
      versionNegotiation: { mode: "auto" },
      jsonSchemaValidator: { getValidator: (schema) => toOutputValidator(schema) },
      // Our own list is read below and kept; the client's cache would answer with an old one.
      listChanged: { tools: { autoRefresh: false, onChanged: () => void refresh().catch(() => {}) } },
    },
  );
  client.onclose = () => {
    closed = true;
    judged = [];
    deps.onChange?.();
  };
  await client.connect(toTransport(setting.address, deps.fetch), { timeout: CONNECT_TIMEOUT_MS });

  async function refresh(): Promise<void> {
    const { tools } = await client.listTools({}, { timeout: CONNECT_TIMEOUT_MS, cacheMode: "refresh" });
    listed = tools;
    await judge();
  }

  async function judge(): Promise<void> {
    const consents = await deps.consents.read(name);
    judged = judgeTools(listed, { server: name, floor, consents, taken: deps.taken, call: callPinned });
    deps.onChange?.();
  }

  function find(remoteName: string): ForeignTool | undefined {
    return judged.find((tool) => tool.remoteName === remoteName);
  }

  /** A handle may be older than the list: it works only while its tool is still what it was made for. */
  async function callPinned(
    remoteName: string,
    pin: string,
    input: JsonObject,
    context: ToolContext,
  ): Promise<ToolOutput> {
    const tool = find(remoteName);
    if (closed) throw new Error(`The server '${name}' is not connected.`);
    if (tool === undefined) throw new Error(`The server '${name}' no longer has the tool '${remoteName}'.`);
    if (tool.status !== "on" || tool.pin !== pin) {
      throw new Error(`The tool '${name}.${remoteName}' has changed and is off until the person allows it again.`);
    }
    return callTool(client, remoteName, input, context);
  }

  await refresh();
  return {
    name,
    list: () => judged,
    tools: () => judged.flatMap((tool) => (tool.status === "on" ? [tool.tool] : [])),
    refresh,
    async consent(remoteName, pin) {
      const tool = find(remoteName);
      if (tool === undefined || tool.status === "refused" || tool.pin !== pin) {
        throw new Error(`The tool '${name}.${remoteName}' is not what was shown.`);
      }
      await deps.consents.write(name, remoteName, pin);
      await judge();
    },
    async withdraw(remoteName) {
      await deps.consents.write(name, remoteName, null);
      await judge();
    },
    async call(remoteName, args, context) {
      const tool = find(remoteName);
      if (tool?.status !== "on") throw new Error(`The tool '${name}.${remoteName}' is not allowed.`);
      return callPinned(remoteName, tool.pin, args, context);
    },
    close: () => client.close(),
  };
}

function toTransport(address: McpAddress, send: typeof fetch | undefined): Transport {
  if (address.type === "port") return new MessagePortTransport(address.port);
  const url = new URL(address.url);
  const local = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(local && url.protocol === "http:")) {
    throw new Error("A server must be reached over https, or be on this device.");
  }
  if (url.username !== "" || url.password !== "")
    throw new Error("The address must not carry a user name or password.");
  return new StreamableHTTPClientTransport(url, {
    requestInit: { credentials: "omit", referrerPolicy: "no-referrer" },
    redirectPolicy: "same-origin",
    ...(send === undefined ? {} : { fetch: send }),
  });
}

async function callTool(
  client: Client,
  remoteName: string,
  input: JsonObject,
  { signal }: ToolContext,
): Promise<ToolOutput> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    const answer = await client.callTool(
      { name: remoteName, arguments: { ...input } },
      { signal: controller.signal, timeout: CALL_TIMEOUT_MS },
    );
    const bounded = toBoundedJson({ ...answer, content: answer.content.map(withoutBinary) });
    if (!bounded.ok) throw new Error(`The server's result is refused: ${bounded.reason}.`);
    const result = isJsonObject(bounded.value) ? bounded.value : {};
    if (result.isError === true) throw new Error(toPlainResult(result).slice(0, 1_000) || "The server's tool failed.");
    return toToolOutput(toContentBlocks(result), { untrusted: true });
  } catch (error) {
    // Also what the protocol reports as an error is worded by the server.
    throw new OutsideError(describeError(error));
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** A block without what cannot be shown anyway: a picture would fill the bound by itself. */
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
 * The SDK checks results against the server's own schema; with ours, that check is bounded like every other check of a
 * foreign schema. A schema that is refused is not checked against: the result is untrusted either way.
 */
function toOutputValidator<Value>(schema: unknown): OutputValidator<Value> {
  const accept = (input: unknown) => ({ valid: true, data: input as Value, errorMessage: undefined }) as const;
  const bounded = toBoundedJson(schema);
  if (!bounded.ok || !isJsonObject(bounded.value)) return accept;
  try {
    const check = compileObjectSchema(bounded.value);
    return (input) => {
      const value = toBoundedJson(input);
      if (!value.ok || !isJsonObject(value.value)) return { valid: false, data: undefined, errorMessage: "no object" };
      const [problem] = check(value.value);
      if (problem === undefined) return accept(input);
      return { valid: false, data: undefined, errorMessage: `${problem.path || "it"} ${problem.message}` };
    };
  } catch {
    return accept;
  }
}
