import type { JsonValue } from "../../protocol/json.ts";
import type { Fields } from "./fields.ts";

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
export type ReadChat = (value: Fields) => HistoryChat | null;

/** The message whose writer the export names so; `hidden` where there is nothing in it, and for the app's own instructions. */
export function toNode(role: JsonValue | undefined, node: Omit<HistoryNode, "role">): HistoryNode {
  const { text, reasoning = "", files = [] } = node;
  const isHidden = role === "system" || (text + reasoning === "" && files.length === 0);
  return { ...node, role: isHidden ? "hidden" : role === "user" ? "user" : "assistant" };
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
