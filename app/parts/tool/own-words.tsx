import { isJsonArray, isJsonObject, type JsonValue } from "../../../worker/protocol/json.ts";
import type { CallRecord } from "../../../worker/protocol/message.ts";
import type { Translator } from "../../messages/translate.ts";
import { useText } from "../../messages/use-text.ts";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { toDueText } from "./date-sentence.ts";
import { toOutcomeText } from "./tool-line.tsx";
import { findToolTitle } from "./tool-titles.ts";

/**
 * A result in the place of an answer that the model had no words for, as the agent chooses it: of the newest call that worked, else
 * of the newest.
 */
export function OwnWords({ calls }: { readonly calls: readonly CallRecord[] }) {
  const t = useText();
  const newest = calls.findLast(({ outcome }) => outcome?.type === "success") ?? calls.at(-1);
  return <Markdown text={newest === undefined ? "" : toOwnWords(newest, t)} />;
}

/** The passages, notes or tasks of a tool of ours, a line each; every other outcome as its card says it. */
export function toOwnWords({ call, outcome }: CallRecord, t: Translator): string {
  if (outcome === undefined) return "";
  const [block] = outcome.type === "success" && findToolTitle(call.name, t) !== null ? outcome.content : [];
  const value = block?.type === "json" ? block.value : null;
  const lines = (isJsonObject(value) ? (value.tasks ?? null) : value) ?? [];
  const texts = isJsonArray(lines) ? lines.map((line) => toLine(line, t)) : [];
  return texts.length > 0 && !texts.includes("") ? texts.join("\n") : toOutcomeText(call, outcome, t);
}

function toLine(line: JsonValue, t: Translator): string {
  if (!isJsonObject(line)) return "";
  const { task, due, text = task, source } = line;
  if (typeof text !== "string") return "";
  const words = [text.replaceAll(/\s+/gu, " "), ...(typeof due === "string" ? [toDueText(due, t)] : [])].join(" · ");
  return `- ${words}${typeof source === "string" ? ` ${source}` : ""}`;
}
