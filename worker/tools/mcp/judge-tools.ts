import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Tool, ToolContext } from "../../agent/define/tool.ts";
import { toBoundedJson } from "../../protocol/bounded-json.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, toCanonicalJson } from "../../protocol/json.ts";
import type { ToolEffect } from "../../protocol/tool.ts";
import { fromJsonSchema } from "../schema/from-json-schema.ts";
import { raiseEffect } from "./raise-effect.ts";

/** The pins that the user has consented to, by the server's own tool names. */
export type Consents = ReadonlyMap<string, string>;

/** A tool that a server offers, and whether it may be used. */
export type ForeignTool =
  | {
      /** `on`: as consented to. `new`: never seen. `changed`: not what was consented to. Only `on` has a usable tool. */
      readonly status: "on" | "new" | "changed";
      readonly remoteName: string;
      /** SHA-256, in hex, of name, description, schema and hints as the server gave them, uncut. */
      readonly pin: string;
      readonly tool: Tool<JsonObject>;
      /** The address of its page (MCP Apps). */
      readonly page?: string;
    }
  | { readonly status: "refused"; readonly remoteName: string; readonly reason: string };

/** How a server's tools are taken over. */
export interface JudgeOptions {
  /** The user's name for the server: small letters, digits and hyphens. */
  readonly server: string;
  /** The host it is reached at; null for a server in this page. */
  readonly host: string | null;
  /** The minimum effect assumed of its tools. */
  readonly floor: ToolEffect;
  readonly consents: Consents;
  /** Names that no foreign tool may take. */
  readonly taken: ReadonlySet<string>;
  call(remoteName: string, pin: string, input: JsonObject, context: ToolContext): Promise<unknown>;
}

const MAX_TOOLS = 100;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 500;
const MAX_PARAMETER_DESCRIPTION = 150;
/** Of a schema's other texts, all of which the model reads: names, `enum`, `const`, `default` and so on. */
const MAX_SCHEMA_TEXT = 300;
const MAX_SCHEMA_TEXTS = 10_000;

/**
 * Decides about every tool that a server lists. Its texts are foreign: bounded, cut, and stripped of hidden characters.
 */
export function judgeTools(listed: readonly unknown[], options: JudgeOptions): readonly ForeignTool[] {
  const seen = new Set<string>();
  const rest = listed.length - MAX_TOOLS;
  const reason = `of a server the first ${MAX_TOOLS} tools are looked at`;
  const unseen: readonly ForeignTool[] = rest > 0 ? [{ status: "refused", remoteName: `${rest} more`, reason }] : [];
  const judged = listed.slice(0, MAX_TOOLS).map((entry): ForeignTool => {
    const bounded = toBoundedJson(entry);
    const offered = bounded.ok && isJsonObject(bounded.value) ? bounded.value : {};
    const remoteName = typeof offered.name === "string" ? offered.name : "";
    try {
      if (!bounded.ok) throw new Error(bounded.reason);
      if (offered !== bounded.value) throw new Error("it is no tool");
      if (remoteName === "") throw new Error("it has no name");
      if (remoteName.length > MAX_NAME) throw new Error(`its name has more than ${MAX_NAME} characters`);
      const name = `${options.server}.${remoteName}`;
      if (options.taken.has(name)) throw new Error(`'${name}' is the name of a tool of ours`);
      if (seen.has(remoteName)) throw new Error("the server lists two tools of this name");
      seen.add(remoteName);
      return judge(offered, remoteName, name, options);
    } catch (error) {
      return { status: "refused", remoteName: remoteName.slice(0, 128), reason: describeError(error) };
    }
  });
  return [...judged, ...unseen];
}

/** Throws the reason for which a tool is refused. */
function judge(
  offered: JsonObject,
  remoteName: string,
  name: string,
  { server, host, floor, consents, call }: JudgeOptions,
): ForeignTool {
  const pin = pinTool(offered);
  const { page, isForPages } = readPage(offered);
  if (isForPages) throw new Error("it is for the server's own pages only");
  const hints = isJsonObject(offered.annotations) ? offered.annotations : {};
  const description = typeof offered.description === "string" ? toPlainText(offered.description, MAX_DESCRIPTION) : "";
  const schema = isJsonObject(offered.inputSchema) ? offered.inputSchema : { type: "object" };
  const tool = fromJsonSchema({
    name,
    description: description || `The tool ${remoteName} of the server; it does not say what it does.`,
    parameters: cutDescriptions(schema),
    author: `server ${server}`,
    effect: raiseEffect(floor, hints),
    ...(hints.destructiveHint === true ? { asks: true } : {}),
    ...(host === null ? {} : { sendsTo: host }),
    run: (input, context) => call(remoteName, pin, input, context),
  });
  const texts = listTexts(tool.spec.parameters);
  if (texts.some(({ length }) => length > MAX_SCHEMA_TEXT)) {
    throw new Error(`its schema has a text of more than ${MAX_SCHEMA_TEXT} characters`);
  }
  if (texts.reduce((sum, { length }) => sum + length, 0) > MAX_SCHEMA_TEXTS) {
    throw new Error(`its schema has more than ${MAX_SCHEMA_TEXTS} characters`);
  }
  const consented = consents.get(remoteName);
  const status = consented === undefined ? "new" : consented === pin ? "on" : "changed";
  return { status, remoteName, pin, tool, ...defined({ page }) };
}

/** The hash that the user consents to: a change to anything the model or the user is shown revokes the consent. */
export function pinTool({
  name = null,
  description = null,
  inputSchema = null,
  annotations = null,
  ...others
}: JsonObject): string {
  const { page } = readPage(others);
  const shown = [name, description, inputSchema, annotations, ...(page === undefined ? [] : [page])];
  return bytesToHex(sha256(utf8ToBytes(toCanonicalJson(shown))));
}

/** The page of a tool, and whether the model is not meant to call it. */
function readPage({ _meta }: JsonObject): { readonly page?: string; readonly isForPages: boolean } {
  const ui = isJsonObject(_meta) && isJsonObject(_meta.ui) ? _meta.ui : {};
  const { resourceUri: page, visibility } = ui;
  const isForPages = isJsonArray(visibility) && !visibility.includes("model");
  return typeof page === "string" && page.startsWith("ui://") ? { page, isForPages } : { isForPages };
}

/** Every key and every string in a schema. */
function listTexts(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (isJsonArray(value)) return value.flatMap(listTexts);
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, member]) => [key, ...listTexts(member)]) : [];
}

function cutDescriptions(schema: JsonObject): JsonObject {
  const cut = (value: JsonValue, key: string): JsonValue => {
    if (typeof value === "string") {
      return key === "description" || key === "title" ? toPlainText(value, MAX_PARAMETER_DESCRIPTION) : value;
    }
    if (isJsonArray(value)) return value.map((item) => cut(item, ""));
    return isJsonObject(value) ? cutDescriptions(value) : value;
  };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, cut(value, key)]));
}

/** Without control, formatting (zero-width, bidirectional) and tag characters; cut between characters. */
export function toPlainText(text: string, maximum: number): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const characters = [...plain];
  return characters.length <= maximum ? plain : `${characters.slice(0, maximum - 1).join("")}…`;
}
