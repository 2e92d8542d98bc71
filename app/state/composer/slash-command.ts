import { isJsonObject, type JsonObject } from "../../../worker/protocol/json.ts";
import { PROMPT_MARK } from "../../../worker/protocol/mcp.ts";
import type { ToolSpec } from "../../../worker/protocol/tool.ts";
import { toJsonObject } from "../to-json-object.ts";

/** A line of the composer that starts with a slash: a tool or a server's prompt run by hand, or something the app itself does. */
export type SlashCommand =
  | { readonly type: "none"; readonly name?: string }
  /** Sums up older messages. */
  | { readonly type: "compact" }
  | { readonly type: "run-tool"; readonly name: string; readonly input: JsonObject }
  | { readonly type: "unknown-tool"; readonly name: string }
  | { readonly type: "bad-arguments"; readonly name: string };

/** The command that has older messages summed up; a tool of that name goes before. */
export const COMPACT = "compact";

/**
 * Reads `/name {json}`. A tool with one required text property also takes plain text: `/calculate 2 + 3`. Names match
 * whole; a slash followed by anything else is ordinary text only if no tool could be meant (`/` alone, `//`, a path), and so is
 * one behind a blank.
 */
export function toSlashCommand(text: string, tools: readonly ToolSpec[]): SlashCommand {
  const match = /^\/([A-Za-z0-9_.:-]+)(?:\s+([\s\S]*))?$/.exec(text.trimEnd());
  const name = match?.[1];
  if (name === undefined) return { type: "none" };
  const spec = tools.find((tool) => tool.name === name);
  if (spec === undefined && name === COMPACT) return { type: "compact" };
  if (spec === undefined) return { type: name.includes(PROMPT_MARK) ? "none" : "unknown-tool", name };
  const rest = (match?.[2] ?? "").trim();
  if (rest === "") return { type: "run-tool", name, input: {} };
  if (rest.startsWith("{")) {
    const input = toJsonObject(rest);
    return input === undefined ? { type: "bad-arguments", name } : { type: "run-tool", name, input };
  }
  const property = toOnlyTextProperty(spec);
  return property === undefined
    ? { type: "bad-arguments", name }
    : { type: "run-tool", name, input: { [property]: rest } };
}

function toOnlyTextProperty(spec: ToolSpec): string | undefined {
  const { properties, required } = spec.parameters;
  if (!isJsonObject(properties)) return undefined;
  const names = Object.keys(properties);
  const wanted =
    Array.isArray(required) && required.length === 1 ? required[0] : names.length === 1 ? names[0] : undefined;
  if (typeof wanted !== "string") return undefined;
  const schema = properties[wanted];
  return isJsonObject(schema) && schema.type === "string" ? wanted : undefined;
}
