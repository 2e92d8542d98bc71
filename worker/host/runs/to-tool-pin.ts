import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { toBoundedJson } from "../../protocol/bounded-json.ts";
import { toCanonicalJson } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";

/** Each definition's pin: every question looks all of them up. */
const PINS = new WeakMap<ToolSpec, string>();

/**
 * SHA-256, in hex, of what a user allows for good: a tool's name, description, schema, effect and whether it asks. A
 * tool that changes any of these has another pin.
 */
export function toToolPin(spec: ToolSpec): string {
  const pin = PINS.get(spec) ?? computePin(spec);
  PINS.set(spec, pin);
  return pin;
}

function computePin({ name, description, parameters, effect = "writes", asks }: ToolSpec): string {
  const bounded = toBoundedJson([name, description, parameters, effect, asks === true]);
  // A definition beyond the limits has a pin that equals no stored one.
  return bounded.ok ? bytesToHex(sha256(utf8ToBytes(toCanonicalJson(bounded.value)))) : "";
}
