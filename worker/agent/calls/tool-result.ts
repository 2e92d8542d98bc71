import { attempt } from "../../protocol/attempt.ts";
import { DEFAULT_JSON_LIMITS, toBoundedJson } from "../../protocol/bounded-json.ts";
import { toFields } from "../../protocol/json.ts";
import { shorten } from "../../protocol/shorten.ts";
import type { ContentBlock, ToolOutcome } from "../../protocol/tool.ts";
import type { ToolOutput } from "../define/tool.ts";

/** Maximum characters of one result in the run log; the model reads fewer. */
export const MAX_RESULT_CHARACTERS = 65_536;

/**
 * Converts a tool's return value to an outcome. Text stays text, other JSON stays JSON, oversized values are cut to
 * head and tail, and what JSON cannot carry (cycles, functions, depth beyond 64) becomes a failure with its reason.
 * Throws only if the value's own getters do.
 */
export function toResultOutcome(result: unknown, coerced: readonly string[]): ToolOutcome {
  const facts = coerced.length > 0 ? { coerced } : {};
  const output = isToolOutput(result) ? result : null;
  const values = output === null ? [result ?? null] : output.content.map(toBlockValue);
  const content: ContentBlock[] = [];
  let free = MAX_RESULT_CHARACTERS;
  let before = 0;
  let isCut = false;
  for (const value of values) {
    const bounded = boundBlock(value, Math.max(free, MIN_BLOCK_CHARACTERS));
    if (!bounded.ok) return { type: "failed", message: bounded.reason };
    before += bounded.characters;
    isCut ||= bounded.isCut || free <= 0;
    if (free > 0) content.push(bounded.block);
    free -= bounded.characters;
  }
  return {
    type: "success",
    content,
    ...(isCut ? { truncatedFrom: before } : {}),
    ...(output?.untrusted === true ? { untrusted: true } : {}),
    ...(output?.memoryIds === undefined ? {} : { memoryIds: output.memoryIds }),
    ...facts,
  };
}

/** Minimum characters of a block, even one that begins near the limit. */
const MIN_BLOCK_CHARACTERS = 256;

type BoundedBlock =
  | { readonly ok: true; readonly block: ContentBlock; readonly characters: number; readonly isCut: boolean }
  | { readonly ok: false; readonly reason: string };

function boundBlock(value: unknown, free: number): BoundedBlock {
  if (typeof value === "string") return boundText(value, free);
  const bounded = toBoundedJson(value, { ...DEFAULT_JSON_LIMITS, maxCharacters: free });
  if (bounded.ok) {
    const characters = JSON.stringify(bounded.value).length;
    return { ok: true, block: { type: "json", value: bounded.value }, characters, isCut: false };
  }
  // Only oversized values are cut; one that is too deep or holds what JSON cannot carry is refused.
  const text = bounded.size ? attempt(() => JSON.stringify(value) ?? null) : null;
  return text === null ? { ok: false, reason: `its result cannot be used: ${bounded.reason}` } : boundText(text, free);
}

function boundText(text: string, free: number): BoundedBlock {
  const characters = text.length;
  return { ok: true, block: { type: "text", text: shorten(text, free) }, characters, isCut: characters > free };
}

function toBlockValue(block: ContentBlock): unknown {
  return block.type === "text" ? String(block.text) : block.value;
}

function isToolOutput(value: unknown): value is ToolOutput {
  const { type, content } = toFields(value);
  return type === "tool-output" && Array.isArray(content);
}
