import type { JsonObject, JsonValue } from "../../../worker/protocol/json.ts";
import { isJsonArray, isJsonObject } from "../../../worker/protocol/json.ts";
import { pickOf, type Random } from "./mutate-text.ts";

const AWKWARD: readonly JsonValue[] = [
  ...[null, true, false, 0, -1, 0.5, 1e308, 2 ** 53, "", " ", "\u0000", "\ud83d", "__proto__", "constructor"],
  ...[[], {}, [null], [[]], { "": null }, { type: "object" }, { length: -1 }, "a".repeat(5_000), "toString", "user"],
];

/** Copies of copies of copies would fill this process's own memory. */
const MAX_WEIGHT = 1_000_000;

/** Changes a few values of a JSON document, at any depth, and leaves it JSON: another value, none, twice, nested. */
export function mutateJson(seed: JsonValue, random: Random): JsonValue {
  let value = seed;
  const steps = 1 + Math.floor(random() * 4);
  for (let step = 0; step < steps; step += 1) value = change(value, random, seed);
  return value;
}

/** Goes down to a random member and changes it. */
function change(value: JsonValue, random: Random, whole: JsonValue): JsonValue {
  const isLeaf = !(isJsonArray(value) || isJsonObject(value)) || random() < 0.15;
  if (isLeaf) return replace(value, random, whole);
  if (isJsonArray(value)) {
    const at = Math.floor(random() * value.length);
    const item = value[at];
    if (item === undefined) return [...value, pickOf(AWKWARD, random)];
    const middle = random() < 0.1 ? [] : random() < 0.1 ? [item, item] : [change(item, random, whole)];
    return [...value.slice(0, at), ...middle, ...value.slice(at + 1)];
  }
  return changeMember(value, random, whole);
}

function changeMember(value: JsonObject, random: Random, whole: JsonValue): JsonValue {
  const entries = Object.entries(value);
  const entry = entries[Math.floor(random() * entries.length)];
  if (entry === undefined) return { a: pickOf(AWKWARD, random) };
  const [key, member] = entry;
  const others = entries.filter(([name]) => name !== key);
  if (random() < 0.1) return Object.fromEntries(others);
  const name = random() < 0.05 ? pickOf(["", "type", "id", "toString", key.toUpperCase()], random) : key;
  return Object.fromEntries([...others, [name, change(member, random, whole)]]);
}

function replace(value: JsonValue, random: Random, whole: JsonValue): JsonValue {
  if (typeof value === "string" && random() < 0.3) return value.repeat(Math.floor(random() * 4));
  if (random() < 0.1) {
    const copies = 2 ** Math.floor(random() * 9);
    return Array.from({ length: weigh(value) * copies > MAX_WEIGHT ? 1 : copies }, () => value);
  }
  if (random() < 0.1) return nest(value, Math.floor(random() * 100));
  return random() < 0.1 ? whole : pickOf(AWKWARD, random);
}

/** About how many characters a value has as JSON; counts no further than the bound. */
function weigh(value: JsonValue): number {
  if (typeof value === "string") return value.length + 3;
  if (!isJsonArray(value) && !isJsonObject(value)) return 6;
  let weight = 2;
  for (const member of Object.values(value)) {
    weight += weigh(member) + 5;
    if (weight > MAX_WEIGHT) break;
  }
  return weight;
}

function nest(value: JsonValue, depth: number): JsonValue {
  let nested = value;
  for (let level = 0; level < depth; level += 1) nested = level % 2 === 0 ? [nested] : { a: nested };
  return nested;
}
