import { type Client, UriTemplate } from "@modelcontextprotocol/client";
import { attempt } from "../../protocol/attempt.ts";
import { fromBase64 } from "../../protocol/base64.ts";
import { toBoundedObject } from "../../protocol/bounded-json.ts";
import { isJsonObject, type JsonObject, toFields } from "../../protocol/json.ts";
import {
  PROMPT_MARK,
  type ServerAnswers,
  type ServerFile,
  type ServerRequest,
  type ServerResource,
} from "../../protocol/mcp.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { toPlainText } from "./judge-tools.ts";

const MAX_PROMPTS = 100;
const MAX_ARGUMENTS = 20;
const MAX_RESOURCES = 1_000;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 500;
const MAX_URI = 2_000;
/** Of one resource, in characters of text or of Base64: more than any reader of files takes. */
const MAX_CONTENT = 70_000_000;
const MAX_FILES = 20;
const MAX_VALUES = 20;
const WAIT = { timeout: 60_000 };

/** The prompts of a server as commands, and the server's own names for them. */
export interface Prompts {
  readonly specs: readonly ToolSpec[];
  readonly remoteNames: ReadonlyMap<string, string>;
}

export const NO_PROMPTS: Prompts = { specs: [], remoteNames: new Map() };

/** Lists a server's prompts. Their texts are foreign: bounded, cut, and stripped of hidden characters. */
export async function listPrompts(client: Client, server: string): Promise<Prompts> {
  if (client.getServerCapabilities()?.prompts === undefined) return NO_PROMPTS;
  const { prompts } = await client.listPrompts({}, { ...WAIT, cacheMode: "refresh" });
  const remoteNames = new Map<string, string>();
  const specs = prompts.slice(0, MAX_PROMPTS).flatMap((prompt): readonly ToolSpec[] => {
    const bounded = toBoundedObject(prompt);
    const remoteName = typeof bounded?.name === "string" ? bounded.name : "";
    const name = `${server}${PROMPT_MARK}${remoteName.replaceAll(/[^A-Za-z0-9_.-]+/g, "-").slice(0, MAX_NAME)}`;
    if (bounded === null || remoteName === "" || remoteNames.has(name)) return [];
    remoteNames.set(name, remoteName);
    const { title, description } = bounded;
    const about = toPlainText(String(description ?? title ?? remoteName), MAX_DESCRIPTION);
    return [{ name, description: about, parameters: toParameters(bounded), author: `server ${server}` }];
  });
  return { specs, remoteNames };
}

function toParameters({ arguments: listed }: JsonObject): JsonObject {
  const fields = (Array.isArray(listed) ? listed : []).filter(isJsonObject).slice(0, MAX_ARGUMENTS);
  const named = fields.flatMap(({ name, description, required }) =>
    typeof name === "string" && name.length <= MAX_NAME && /^\w[\w .-]*$/.test(name)
      ? [{ name, required, description: toPlainText(String(description ?? ""), MAX_DESCRIPTION) }]
      : [],
  );
  return {
    type: "object",
    properties: Object.fromEntries(named.map(({ name, description }) => [name, { type: "string", description }])),
    required: named.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

/** Requests a prompt: its messages as one text, and what they carry as files. */
export async function readPrompt(
  client: Client,
  server: string,
  remoteName: string,
  input: JsonObject,
): Promise<ServerAnswers["prompt"]> {
  const given = Object.entries(input).flatMap(([name, value]) =>
    value === "" ? [] : [[name, String(value)] as const],
  );
  const { messages } = await client.getPrompt({ name: remoteName, arguments: Object.fromEntries(given) }, WAIT);
  const several = messages.some(({ role }) => role !== "user");
  const texts: string[] = [];
  const files: ServerFile[] = [];
  for (const { role, content } of messages) {
    if (content.type === "text") texts.push(several ? `${role}: ${content.text}` : content.text);
    else files.push(...toPromptFiles(server, content));
  }
  const text = texts.join("\n\n");
  if (text.length > MAX_CONTENT) throw new Error("The prompt is too long.");
  return { text, files: files.slice(0, MAX_FILES) };
}

function toPromptFiles(server: string, content: unknown): readonly ServerFile[] {
  const { type, resource, data, mimeType } = toFields(content);
  if (type === "resource") return toFiles(server, [resource]);
  return typeof data === "string" ? toFiles(server, [{ uri: `${type}`, mimeType, blob: data }]) : [];
}

/** Values that the server offers for a field; none where it offers none, or for one whose letters cannot all be seen. */
export async function completeField(
  client: Client,
  { of, field, fields }: ServerRequest & { readonly type: "complete" },
  prompt: string | undefined,
): Promise<readonly string[]> {
  if (client.getServerCapabilities()?.completions === undefined) return [];
  const ref =
    prompt === undefined ? { type: "ref/resource" as const, uri: of } : { type: "ref/prompt" as const, name: prompt };
  const { [field]: value = "", ...others } = Object.fromEntries(
    Object.entries(fields).map(([name, typed]) => [name, String(typed)]),
  );
  const asked = { ref, argument: { name: field, value }, context: { arguments: others } };
  const { values } = (await client.complete(asked, WAIT)).completion;
  return values.filter((each) => toPlainText(each, MAX_DESCRIPTION) === each).slice(0, MAX_VALUES);
}

/** The resources that a server lists, and its templates of them. */
export async function listResources(client: Client): Promise<readonly ServerResource[]> {
  const options = { ...WAIT, cacheMode: "refresh" } as const;
  const { resources } = await client.listResources({}, options);
  const { resourceTemplates } = await client.listResourceTemplates({}, options);
  const templates = resourceTemplates.flatMap((each): readonly ServerResource[] => {
    const fields = attempt(() => new UriTemplate(each.uriTemplate).variableNames.slice(0, MAX_ARGUMENTS));
    return fields === null ? [] : [{ ...toResource(each, each.uriTemplate), fields }];
  });
  const plain = resources.map((each) => ({
    ...toResource(each, each.uri),
    ...(Number.isSafeInteger(each.size) ? { size: Number(each.size) } : {}),
  }));
  return [...templates, ...plain].filter(({ uri }) => uri.length <= MAX_URI).slice(0, MAX_RESOURCES);
}

function toResource(listed: object, uri: string): ServerResource {
  const { title, name, description = "" } = toFields(listed);
  return {
    uri,
    title: toPlainText(String(title ?? name ?? uri), MAX_DESCRIPTION),
    description: toPlainText(String(description), MAX_DESCRIPTION),
  };
}

/** Reads a resource; with `fields`, the one that they make of a template. */
export async function readResource(
  client: Client,
  server: string,
  uri: string,
  fields?: JsonObject,
): Promise<readonly ServerFile[]> {
  const values = Object.entries(fields ?? {}).map(([name, value]) => [name, String(value)] as const);
  const wanted = fields === undefined ? uri : new UriTemplate(uri).expand(Object.fromEntries(values));
  const { contents } = await client.readResource({ uri: wanted }, { ...WAIT, cacheMode: "refresh" });
  const files = toFiles(server, contents, wanted);
  if (files.length === 0) throw new Error("The server's resource is empty.");
  return files;
}

/** Contents as files. With `asked`, each is of that address, whatever the server calls it. */
function toFiles(server: string, contents: readonly unknown[], asked?: string): readonly ServerFile[] {
  return contents.slice(0, MAX_FILES).flatMap((each): readonly ServerFile[] => {
    const { uri, mimeType, text, blob } = toFields(each);
    const content = typeof text === "string" ? text : typeof blob === "string" ? blob : null;
    if (content === null) return [];
    if (content.length > MAX_CONTENT) throw new Error("The server's resource is too large.");
    const mediaType = typeof mimeType === "string" && /^[\w.+-]+\/[\w.+-]+/.test(mimeType) ? mimeType : "";
    const name = toFileName(typeof uri === "string" ? uri : (asked ?? ""), mediaType, typeof text === "string");
    const bytes = typeof text === "string" ? text : fromBase64(content);
    return [{ server, uri: asked ?? String(uri ?? ""), name, mediaType: mediaType || "text/plain", content: bytes }];
  });
}

/** The last part of an address as a name without paths and hidden characters; its ending says how it is read. */
function toFileName(uri: string, mediaType: string, isText: boolean): string {
  const plain = toPlainText(uri.replace(/[?#].*$/s, ""), MAX_URI);
  const last = plain.split(/[/\\:]/).findLast((part) => /\w/.test(part)) ?? "resource";
  const name = last.replaceAll(/["<>|*%]+|^\.+/g, "").slice(-MAX_NAME) || "resource";
  if (/\.\w{1,5}$/.test(name)) return name;
  const kind = mediaType.split(/[/+;]/)[1] ?? "";
  return isText ? `${name}.${kind === "html" ? kind : "txt"}` : /^\w{1,5}$/.test(kind) ? `${name}.${kind}` : name;
}
