import { isJsonArray, isJsonObject, type JsonValue } from "../../../worker/protocol/json.ts";
import type { AssistantTurn, Message } from "../../../worker/protocol/message.ts";
import { decodeValue } from "./decode-value.ts";

/** A text of the user's that should not leave the device unnoticed: a file by its name, or notes. */
export interface PrivateText {
  readonly type: "file" | "note";
  readonly name: string;
  readonly text: string;
}

/** The files and notes that a model has read in these messages and turns. */
export function listPrivateTexts(
  messages: readonly Message[],
  turns: readonly AssistantTurn[],
): readonly PrivateText[] {
  const found: PrivateText[] = [];
  for (const message of messages) {
    if (message.role === "user") {
      for (const { name, text } of message.attachments ?? []) {
        if (text !== "") found.push({ type: "file", name, text });
      }
      continue;
    }
    if (message.recalled !== undefined) found.push({ type: "note", name: "", text: message.recalled.text });
    found.push(...listNotes(message.turns));
  }
  return [...found, ...listNotes(turns)];
}

function listNotes(turns: readonly AssistantTurn[]): readonly PrivateText[] {
  return turns.flatMap(({ calls }) =>
    calls.flatMap(({ outcome }) => {
      if (outcome?.type !== "success" || outcome.memoryIds === undefined) return [];
      const text = outcome.content.map((block) =>
        block.type === "text" ? block.text : toLeaves(block.value).join("\n"),
      );
      return [{ type: "note" as const, name: "", text: text.join("\n") }];
    }),
  );
}

/** Which of these texts a value has a part of, also in an encoded form. */
export function findPrivate(value: JsonValue, texts: readonly PrivateText[]): readonly PrivateText[] {
  const leaves = toLeaves(value).flatMap((leaf) => [leaf, decodeValue(leaf) ?? ""]);
  const said = leaves.map(toPlain).join("\n").slice(0, MAX_CHARACTERS);
  const windows = new Set<string>();
  for (let start = 0; start + WINDOW <= said.length; start += 1) windows.add(said.slice(start, start + WINDOW));
  return texts.filter(({ text }) => {
    const plain = toPlain(text).slice(0, MAX_CHARACTERS);
    if (plain.length < WINDOW) return plain.length >= MIN_WHOLE && said.includes(plain);
    for (let start = 0; start + WINDOW <= plain.length; start += 1) {
      if (windows.has(plain.slice(start, start + WINDOW))) return true;
    }
    return false;
  });
}

/** So many characters in a row are no coincidence. */
const WINDOW = 16;
/** A whole text of this length counts as well. */
const MIN_WHOLE = 5;
/** Characters that are compared of each side. */
const MAX_CHARACTERS = 300_000;

function toLeaves(value: JsonValue): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(toLeaves);
  if (isJsonObject(value)) return Object.entries(value).flatMap(([name, member]) => [name, ...toLeaves(member)]);
  return value === null ? [] : [String(value)];
}

/** Letters and digits alone: neither spaces nor case hide a text. */
function toPlain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
