import { defined } from "../../protocol/defined.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../protocol/json.ts";
import { compileLinearPattern } from "../schema/linear-pattern.ts";
import { isCidr, isHostname, isInScope, isIpv4, isIpv6 } from "./network-address.ts";

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

/** A checked value as the executor gets it, or what is wrong with it. */
export type CheckedArgument =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string };

interface TypeRules {
  /** The constraints of the type, besides those that all types have. */
  readonly constraints: readonly string[];
  /** Its JSON Schema, as far as JSON Schema can express it; text unless given. */
  toSchema?(argument: ArgumentDefinition): JsonObject;
  /** Enforces of a trimmed text what a JSON Schema cannot express. `scope` is absent if none is configured. */
  check?(text: string, argument: ArgumentDefinition, scope: readonly string[] | undefined): CheckedArgument;
}

const BOUNDED: TypeRules = {
  constraints: ["min", "max", "clamp"],
  toSchema: ({ type, min, max, clamp }) => ({ type, ...(clamp ? {} : defined({ minimum: min, maximum: max })) }),
};
const toPatternSchema = ({ pattern }: ArgumentDefinition): JsonObject => ({ type: "string", ...defined({ pattern }) });

const TYPES = {
  string: {
    constraints: ["pattern", "sanitize"],
    toSchema: toPatternSchema,
    check: (text, { required }) => (text === "" && required ? refuse("must not be empty") : accept(text)),
  },
  number: BOUNDED,
  integer: BOUNDED,
  port: { constraints: [], toSchema: () => ({ type: "integer", minimum: 1, maximum: 65_535 }) },
  boolean: { constraints: [], toSchema: () => ({ type: "boolean" }) },
  enum: { constraints: ["allowed"], toSchema: ({ allowed = [] }) => ({ type: "string", enum: allowed }) },
  array: {
    constraints: ["items"],
    toSchema: ({ items }) => ({ type: "array", items: items === undefined ? {} : { type: items } }),
  },
  object: { constraints: [], toSchema: () => ({ type: "object" }) },
  scope_target: {
    constraints: ["sanitize"],
    check: (text, _, scope) =>
      isIpv4(text) || isIpv6(text) || isCidr(text) || isHostname(text)
        ? checkScope(text, scope, text)
        : refuse("must be a host name, an IP address or an IPv4 range"),
  },
  url: { constraints: ["schemes", "scope_check", "sanitize"], check: checkUrl },
  path: { constraints: ["sanitize"], check: checkPath },
  ip_address: {
    constraints: [],
    check: (text, _, scope) =>
      isIpv4(text) || isIpv6(text) ? checkScope(text, scope, text) : refuse("must be an IP address"),
  },
  cidr: {
    constraints: [],
    check: (text, _, scope) =>
      isCidr(text) ? checkScope(text, scope, text) : refuse("must be an IPv4 range such as 10.0.1.0/24"),
  },
  msf_options: { constraints: ["sanitize"], check: checkMsfOptions },
  credential_file: { constraints: ["sanitize"], check: checkPath },
  duration: {
    constraints: [],
    toSchema: () => ({ type: "string", pattern: "^[1-9][0-9]{0,8}[smh]?$" }),
    check: (text) =>
      accept(Number.parseInt(text, 10) * ({ s: 1, m: 60, h: 3600 }[/[smh]$/.exec(text)?.[0] ?? "s"] ?? 1)),
  },
  regex_match: { constraints: ["pattern", "sanitize"], toSchema: toPatternSchema },
} satisfies Readonly<Record<string, TypeRules>>;

/**
 * The argument types of ToolClad manifests (https://github.com/ThirdKeyAI/ToolClad, docs/type-system.md, 0.6), and the
 * other types of JSON, which are ours: `number`, `array`, `object`.
 */
export type ArgumentType = keyof typeof TYPES;

const RULES: Readonly<Record<ArgumentType, TypeRules>> = TYPES;

export const ARGUMENT_TYPES = Object.keys(TYPES) as readonly ArgumentType[];

/** The constraints that a type has besides those that all types have. */
export function listConstraints(type: ArgumentType): readonly string[] {
  return RULES[type].constraints;
}

/** The JSON Schema of an argument, as far as JSON Schema can express its type. */
export function toArgumentSchema(argument: ArgumentDefinition): JsonSchema {
  const { type, description, default: value } = argument;
  const own = RULES[type].toSchema?.(argument) ?? { type: "string" };
  return { ...own, ...(description === "" ? {} : { description }), ...defined({ default: value }) };
}

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
  return RULES[argument.type].check?.(text, argument, scope) ?? accept(text);
}

/** True for arguments whose value is held to a scope, where there is one. */
export function isScoped({ type, scopeCheck }: ArgumentDefinition): boolean {
  return type === "scope_target" || type === "ip_address" || type === "cidr" || (type === "url" && scopeCheck);
}

/** Accepts `value` if its target lies in the scope, or if there is none. */
function checkScope(target: string, scope: readonly string[] | undefined, value: string): CheckedArgument {
  return scope === undefined || isInScope(target, scope) ? accept(value) : refuse(`${target} is out of scope`);
}

function checkUrl(text: string, argument: ArgumentDefinition, scope: readonly string[] | undefined): CheckedArgument {
  const schemes = argument.schemes ?? ["http", "https"];
  const url = /^[a-z][a-z0-9+.-]*:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === "") return refuse("must be a whole URL such as https://example.org/page");
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

/**
 * Why an argument's definition cannot work, reported when the manifest is read. `key` is a member of the argument's
 * table.
 */
export function findDefinitionFaults(argument: ArgumentDefinition) {
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
