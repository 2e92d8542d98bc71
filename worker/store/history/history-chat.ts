import { isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";

/** One message of another app's chat. */
export interface HistoryNode {
  readonly id: string;
  /** The message it follows; one that is not there makes it a first one. */
  readonly parentId: string | null;
  /** `hidden` has nothing to show: what follows it follows the message before it. */
  readonly role: "user" | "assistant" | "hidden";
  readonly text: string;
  readonly reasoning?: string;
  /** Files that went along: by name, and by their text where the export has it. */
  readonly files?: readonly { readonly name: string; readonly text: string }[];
  /** Milliseconds since the epoch; null where it is not said. */
  readonly at: number | null;
}

/** A chat of another app, read but not yet turned into ours. */
export interface HistoryChat {
  readonly id: string;
  readonly title: string;
  readonly at: number | null;
  readonly updatedAt: number | null;
  /** The newest message of the branch that was shown there. */
  readonly headId: string | null;
  readonly nodes: readonly HistoryNode[];
}

/** Reads a chat of one app; null for anything else. Total, whatever the value is. */
export type ReadChat = (value: JsonObject) => HistoryChat | null;

export function toObject(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

export function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** The first of the values that is a text with something in it, or the empty text. */
export function toText(...values: readonly (JsonValue | undefined)[]): string {
  for (const value of values) if (typeof value === "string" && value !== "") return value;
  return "";
}

/** The same for ids; null where there is none. */
export function toId(...values: readonly (JsonValue | undefined)[]): string | null {
  const found = values.find((value) => (typeof value === "string" && value !== "") || typeof value === "number");
  return found === undefined ? null : String(found);
}

/** Seconds below this are a date up to the year 5138, milliseconds above it one since 1973. */
const MAX_SECONDS = 1e11;
const MAX_MILLISECONDS = 8.64e15;

/** The first of the values that is a time: ISO 8601, or a number of seconds or milliseconds. */
export function toTime(...values: readonly (JsonValue | undefined)[]): number | null {
  for (const value of values) {
    const number = typeof value === "string" ? Date.parse(value) : value;
    if (typeof number !== "number" || !Number.isFinite(number)) continue;
    const time = typeof value === "number" && Math.abs(number) < MAX_SECONDS ? number * 1_000 : number;
    if (Math.abs(time) <= MAX_MILLISECONDS) return Math.round(time);
  }
  return null;
}

/** The message whose writer the export names so; `hidden` where there is nothing in it, and for the app's own instructions. */
export function toNode(role: JsonValue | undefined, node: Omit<HistoryNode, "role">): HistoryNode {
  const { text, reasoning = "", files = [] } = node;
  const isHidden = role === "system" || (text + reasoning === "" && files.length === 0);
  return { ...node, role: isHidden ? "hidden" : role === "user" ? "user" : "assistant" };
}

/** Names of files among objects, wherever they stand in them. */
export function toFiles(...lists: readonly (JsonValue | undefined)[]): { name: string; text: string }[] {
  return lists
    .flatMap(toList)
    .map(toObject)
    .map((file) => ({
      name: toText(file.name, file.file_name, file.filename, toObject(file.file).filename),
      text: toText(file.extracted_content, file.content),
    }))
    .filter(({ name }) => name !== "");
}

/** A tool's call or result as text: what it says, under its name. */
export function toToolText(name: string, value: JsonValue | undefined): string {
  const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  return text === "" ? `[${name}]` : `[${name}]\n${text}`;
}

/** Parts of a message, those with nothing in them left out. */
export function joinTexts(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}
