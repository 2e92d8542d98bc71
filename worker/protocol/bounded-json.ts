import { isForbiddenKey, isJsonObject, type JsonObject, type JsonValue } from "./json.ts";

/** Bounds for JSON that came from a model, a tool or a file. */
export interface JsonLimits {
  /** Maximum nesting; a scalar has depth 0, `[1]` has depth 1. */
  readonly maxDepth: number;
  /** Maximum number of values (objects, arrays and scalars). */
  readonly maxNodes: number;
  /** Maximum characters (UTF-16 units) in all keys and strings. */
  readonly maxCharacters: number;
}

/** structuredClone fails from about 5,000 levels down (Chromium 156), so values are bounded long before that. */
export const DEFAULT_JSON_LIMITS: JsonLimits = { maxDepth: 64, maxNodes: 10_000, maxCharacters: 262_144 };

/** The result of `toBoundedJson`: the value as inert JSON, or why it is refused. */
export type BoundedJson =
  | { readonly ok: true; readonly value: JsonValue }
  /** `size` is true if the value is too large, and false if it contains what JSON cannot carry. */
  | { readonly ok: false; readonly reason: string; readonly size: boolean };

/**
 * Copies a foreign value into plain JSON within limits, without recursion deeper than `maxDepth`.
 * Dates become ISO strings; `undefined` members vanish; BigInt, functions, symbols, binary data, maps, sets, cycles
 * (which run into the depth limit), non-finite numbers and prototype-reaching keys are refused.
 */
export function toBoundedJson(value: unknown, limits: JsonLimits = DEFAULT_JSON_LIMITS): BoundedJson {
  const budget = { nodes: limits.maxNodes, characters: limits.maxCharacters };
  try {
    return { ok: true, value: copy(value, limits.maxDepth, budget, limits) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message, size: error.size };
    return { ok: false, reason: "the value could not be read", size: false };
  }
}

/** A foreign value as a bounded object; null where it is none, or refused. */
export function toBoundedObject(value: unknown): JsonObject | null {
  const bounded = toBoundedJson(value);
  return bounded.ok && isJsonObject(bounded.value) ? bounded.value : null;
}

/** A longer list is refused as not JSON: serialising it only to cut it would take too long. */
const MAX_LIST_LENGTH = 1_000_000;

class Refusal extends Error {
  readonly size: boolean;
  constructor(reason: string, size = false) {
    super(reason);
    this.size = size;
  }
}

function copy(
  value: unknown,
  depth: number,
  budget: { nodes: number; characters: number },
  limits: JsonLimits,
): JsonValue {
  budget.nodes -= 1;
  if (budget.nodes < 0) throw new Refusal(`it has more than ${limits.maxNodes} values`, true);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") {
    spendCharacters(value.length, budget, limits);
    return value;
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new Refusal(`it holds ${value}, which JSON cannot carry`);
    return value;
  }
  if (typeof value !== "object") throw new Refusal(`it holds a ${typeof value}, which JSON cannot carry`);
  if (value instanceof Date) return value.toISOString();
  if (depth === 0) throw new Refusal(`it is nested deeper than ${limits.maxDepth} levels`);
  if (Array.isArray(value)) {
    // Asked before the walk: a sparse array may claim more items than anyone could visit.
    if (value.length > budget.nodes) {
      throw new Refusal(`it has more than ${limits.maxNodes} values`, value.length <= MAX_LIST_LENGTH);
    }
    return Array.from(value, (item: unknown) => copy(item ?? null, depth - 1, budget, limits));
  }
  if (isForeignContainer(value)) throw new Refusal("it holds binary data or a collection, which JSON cannot carry");
  const entries: [string, JsonValue][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    if (isForbiddenKey(key)) throw new Refusal(`it has the key '${key}', which is not accepted`);
    spendCharacters(key.length, budget, limits);
    entries.push([key, copy(member, depth - 1, budget, limits)]);
  }
  return Object.fromEntries(entries);
}

function spendCharacters(length: number, budget: { characters: number }, limits: JsonLimits): void {
  budget.characters -= length;
  if (budget.characters < 0) throw new Refusal(`it has more than ${limits.maxCharacters} characters`, true);
}

function isForeignContainer(value: object): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Map || value instanceof Set;
}
