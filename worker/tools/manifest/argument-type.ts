import { assertNever } from "../../protocol/assert-never.ts";
import { defined } from "../../protocol/defined.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../protocol/json.ts";
import { compileLinearPattern } from "../schema/linear-pattern.ts";
import { isCidr, isHostname, isInScope, isIpv4, isIpv6 } from "./network-address.ts";

/**
 * The argument types of ToolClad manifests (https://github.com/ThirdKeyAI/ToolClad, docs/type-system.md, 0.6), and the
 * other types of JSON, which are ours: `number`, `array`, `object`.
 */
export const ARGUMENT_TYPES = [
  "string",
  "number",
  "integer",
  "port",
  "boolean",
  "enum",
  "array",
  "object",
  "scope_target",
  "url",
  "path",
  "ip_address",
  "cidr",
  "msf_options",
  "credential_file",
  "duration",
  "regex_match",
] as const;

export type ArgumentType = (typeof ARGUMENT_TYPES)[number];

export const ITEM_TYPES = ["string", "number", "integer", "boolean", "object"] as const;

export type ItemType = (typeof ITEM_TYPES)[number];

/** One valid `[args.*]` table. */
export interface ArgumentDefinition {
  readonly name: string;
  readonly type: ArgumentType;
  readonly required: boolean;
  readonly description: string;
  readonly default?: JsonValue;
  readonly allowed?: readonly string[];
  readonly pattern?: string;
  /** The type of every item of an array; absent where any is accepted. */
  readonly items?: ItemType;
  /** Refuses the characters that a shell interprets. */
  readonly sanitize: boolean;
  readonly min?: number;
  readonly max?: number;
  /** Clamps a number to its bounds instead of refusing it. */
  readonly clamp: boolean;
  readonly schemes?: readonly string[];
  readonly scopeCheck: boolean;
}

/** The constraints of each type, besides those that all types have. */
export const TYPE_CONSTRAINTS: Readonly<Record<ArgumentType, readonly string[]>> = {
  string: ["pattern", "sanitize"],
  number: ["min", "max", "clamp"],
  integer: ["min", "max", "clamp"],
  array: ["items"],
  object: [],
  port: [],
  boolean: [],
  enum: ["allowed"],
  scope_target: ["sanitize"],
  url: ["schemes", "scope_check", "sanitize"],
  path: ["sanitize"],
  ip_address: [],
  cidr: [],
  msf_options: ["sanitize"],
  credential_file: ["sanitize"],
  duration: [],
  regex_match: ["pattern", "sanitize"],
};

/** The JSON Schema of an argument, as far as JSON Schema can express its type. */
export function toArgumentSchema(argument: ArgumentDefinition): JsonSchema {
  const { description, allowed, pattern, min, max, clamp } = argument;
  const shared: JsonObject = {
    ...(description === "" ? {} : { description }),
    ...defined({ default: argument.default }),
  };
  switch (argument.type) {
    case "number":
    case "integer":
      return {
        type: argument.type,
        ...(min === undefined || clamp ? {} : { minimum: min }),
        ...(max === undefined || clamp ? {} : { maximum: max }),
        ...shared,
      };
    case "port":
      return { type: "integer", minimum: 1, maximum: 65_535, ...shared };
    case "boolean":
    case "object":
      return { type: argument.type, ...shared };
    case "array":
      return { type: "array", items: argument.items === undefined ? {} : { type: argument.items }, ...shared };
    case "enum":
      return { type: "string", enum: allowed ?? [], ...shared };
    case "duration":
      return { type: "string", pattern: "^[1-9][0-9]{0,8}[smh]?$", ...shared };
    case "ip_address":
    case "cidr":
    case "scope_target":
    case "url":
    case "path":
    case "msf_options":
    case "credential_file":
      return { type: "string", ...shared };
    case "string":
    case "regex_match":
      return { type: "string", ...defined({ pattern }), ...shared };
    default:
      return assertNever(argument.type);
  }
}

/** A checked value as the executor gets it, or what is wrong with it. */
export type CheckedArgument =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string };

/** Characters that a shell interprets; refused in every type that names a place, and on demand in text. */
const SHELL_CHARACTERS = /[;|&$`(){}[\]<>!\n\r]/;

/** Enforces what a JSON Schema cannot express. `scope` is absent if none is configured. */
export function checkArgument(
  argument: ArgumentDefinition,
  value: JsonValue,
  scope: readonly string[] | undefined,
): CheckedArgument {
  if (typeof value === "number") {
    const { min = value, max = value } = argument;
    return accept(argument.clamp ? Math.min(Math.max(value, min), max) : value);
  }
  if (typeof value !== "string") return accept(value);
  const text = value.trim();
  const character = SHELL_CHARACTERS.exec(text)?.[0];
  if (argument.sanitize && character !== undefined) return refuse(`must not contain ${JSON.stringify(character)}`);
  switch (argument.type) {
    case "string":
      return text === "" && argument.required ? refuse("must not be empty") : accept(text);
    case "scope_target":
      if (!isIpv4(text) && !isIpv6(text) && !isCidr(text) && !isHostname(text)) {
        return refuse("must be a host name, an IP address or an IPv4 range");
      }
      return checkScope(text, scope, text);
    case "ip_address":
      return isIpv4(text) || isIpv6(text) ? checkScope(text, scope, text) : refuse("must be an IP address");
    case "cidr":
      return isCidr(text) ? checkScope(text, scope, text) : refuse("must be an IPv4 range such as 10.0.1.0/24");
    case "url":
      return checkUrl(argument, text, scope);
    case "path":
    case "credential_file":
      return checkPath(text);
    case "msf_options":
      return checkMsfOptions(text);
    case "duration": {
      const seconds = { s: 1, m: 60, h: 3600 }[/[smh]$/.exec(text)?.[0] ?? "s"] ?? 1;
      return accept(Number.parseInt(text, 10) * seconds);
    }
    case "number":
    case "integer":
    case "array":
    case "object":
    case "port":
    case "boolean":
    case "enum":
    case "regex_match":
      return accept(text);
    default:
      return assertNever(argument.type);
  }
}

/** True for arguments whose value is held to a scope, where there is one. */
export function isScoped({ type, scopeCheck }: ArgumentDefinition): boolean {
  return type === "scope_target" || type === "ip_address" || type === "cidr" || (type === "url" && scopeCheck);
}

/** Accepts `value` if its target lies in the scope, or if there is none. */
function checkScope(target: string, scope: readonly string[] | undefined, value: string): CheckedArgument {
  return scope === undefined || isInScope(target, scope) ? accept(value) : refuse(`${target} is out of scope`);
}

function checkUrl(argument: ArgumentDefinition, text: string, scope: readonly string[] | undefined): CheckedArgument {
  const schemes = argument.schemes ?? ["http", "https"];
  const url = /^[a-z][a-z0-9+.-]*:\/\/[^\s\\]+$/i.test(text) ? toUrl(text) : undefined;
  if (url === undefined || url.hostname === "") return refuse("must be a whole URL such as https://example.org/page");
  if (!schemes.includes(url.protocol.slice(0, -1))) return refuse(`must start with ${schemes.join(":// or ")}://`);
  if (url.username !== "" || url.password !== "") return refuse("must not carry a user name or password");
  return argument.scopeCheck ? checkScope(url.hostname, scope, text) : accept(text);
}

function checkPath(text: string): CheckedArgument {
  if (text === "") return refuse("must not be empty");
  if (/^[/\\~]|^[A-Za-z]:/.test(text)) return refuse("must be a relative path");
  if (text.split(/[/\\]/).includes("..")) return refuse("must not lead upwards (..)");
  return text.includes("\0") ? refuse("must not contain NUL") : accept(text);
}

function checkMsfOptions(text: string): CheckedArgument {
  const pairs = text
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "");
  const bad = pairs.find((pair) => !/^set [A-Za-z0-9_:.-]+ \S.*$/.test(pair) || SHELL_CHARACTERS.test(pair));
  return bad === undefined ? accept(pairs.join("; ")) : refuse(`'${bad}' is not of the form set KEY VALUE`);
}

function accept(value: JsonValue): CheckedArgument {
  return { ok: true, value };
}

function refuse(message: string): CheckedArgument {
  return { ok: false, message };
}

function toUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * Why an argument's definition cannot work, reported when the manifest is read. `key` is a member of the argument's
 * table.
 */
export function findDefinitionFaults(
  argument: ArgumentDefinition,
): readonly { readonly key: string; readonly message: string }[] {
  const faults: { key: string; message: string }[] = [];
  const { type, allowed, pattern, min, max } = argument;
  if (type === "enum" && (allowed === undefined || allowed.length === 0)) {
    faults.push({ key: "type", message: "an enum needs allowed values" });
  }
  if (type === "regex_match" && pattern === undefined)
    faults.push({ key: "type", message: "regex_match needs a pattern" });
  if (type === "credential_file") {
    faults.push({ key: "type", message: "credential_file names a file on a disk, which a browser does not have" });
  }
  if (min !== undefined && max !== undefined && min > max) faults.push({ key: "min", message: "min is above max" });
  if (pattern !== undefined) {
    try {
      compileLinearPattern(pattern);
    } catch (error) {
      faults.push({ key: "pattern", message: error instanceof Error ? error.message : "the pattern is not valid" });
    }
  }
  return faults;
}
