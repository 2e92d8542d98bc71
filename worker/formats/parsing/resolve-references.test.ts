import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../protocol/json.ts";
import { resolveReferences } from "./resolve-references.ts";
import { toTypedValue } from "./typed-value.ts";

const root: JsonObject = {
  type: "object",
  $defs: {
    Limit: { type: "integer" },
    Other: { $ref: "#/$defs/Limit" },
    "a/b": { type: "boolean" },
    Loop: { $ref: "#/$defs/Loop" },
  },
};

describe("references in a tool's schema", () => {
  it.each([
    ["a definition", { $ref: "#/$defs/Limit" }, "10", 10],
    ["a definition by way of another", { $ref: "#/$defs/Other" }, "10", 10],
    ["a branch", { anyOf: [{ $ref: "#/$defs/Limit" }, { type: "null" }] }, "none", null],
    ["a name with an escaped slash", { $ref: "#/$defs/a~1b" }, "True", true],
    ["nothing, which stands for an object", { $ref: "#/$defs/Missing" }, '{"x": 1}', { x: 1 }],
    ["another document", { $ref: "https://example.org/schema" }, '{"x": 1}', { x: 1 }],
    ["itself, for ever", { $ref: "#/$defs/Loop" }, '{"x": 1}', { x: 1 }],
    ["no reference at all", { type: "string" }, "10", "10"],
  ])("are followed to %s", (_name, schema, text, value) => {
    expect(toTypedValue(text, resolveReferences(schema, root))).toEqual(value);
  });
});
