import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../protocol/json.ts";
import { estimateChecks } from "./estimate-checks.ts";
import { compileObjectSchema, fromJsonSchema } from "./from-json-schema.ts";

const make = (parameters: JsonObject) =>
  fromJsonSchema({ name: "foreign", description: "d", parameters, run: (input) => input });

const order = make({
  type: "object",
  properties: {
    item: { $ref: "#/$defs/item" },
    count: { type: "integer", minimum: 1, maximum: 9 },
    code: { type: "string", pattern: "^[A-Z]{2}\\d+$" },
    express: { type: "boolean" },
    size: { enum: ["s", "m"] },
    lines: { type: "array", items: { type: "object", properties: { text: { type: "string" } }, required: ["text"] } },
    either: { anyOf: [{ type: "number" }, { type: "object", properties: { x: { type: "number" } } }] },
    day: { type: "string", format: "date" },
  },
  required: ["item"],
  $defs: { item: { type: "string", minLength: 2, description: "What" } },
});

describe("a tool made from a JSON Schema", () => {
  it("shows the model its references in place, and refuses unknown fields by default", () => {
    expect(order.spec.parameters).toMatchObject({
      type: "object",
      properties: {
        item: { type: "string", minLength: 2, description: "What" },
        code: { pattern: "^[A-Z]{2}\\d+$" },
        lines: { items: { additionalProperties: false } },
      },
      additionalProperties: false,
    });
    expect(order.spec.parameters).not.toHaveProperty("$defs");
  });

  it("lets good arguments through, with quoted scalars read as the schema says", () => {
    expect(order.check({ item: "pen", count: "3", express: "false", code: "AB12", either: { x: 1 } })).toEqual({
      ok: true,
      input: { item: "pen", count: 3, express: false, code: "AB12", either: { x: 1 } },
      coerced: ['/count: "3" -> 3', '/express: "false" -> false'],
    });
  });

  it.each<[JsonObject, string, string]>([
    [{}, "/item", "is missing"],
    [{ item: "p" }, "/item", "must have at least 2 characters"],
    [{ item: "pen", count: 0 }, "/count", "must be at least 1"],
    [{ item: "pen", count: 1.5 }, "/count", "must be a whole number"],
    [{ item: "pen", code: "ab" }, "/code", "must match the pattern ^[A-Z]{2}\\d+$"],
    [{ item: "pen", size: "xl" }, "/size", 'must be one of "s", "m"'],
    [{ item: "pen", colour: "red" }, "/colour", "is not an argument of this tool"],
    [{ item: "pen", lines: [{}] }, "/lines/0/text", "is missing"],
    [{ item: "pen", lines: [{ text: "a", more: 1 }] }, "/lines/0/more", "is not an argument of this tool"],
    [{ item: "pen", either: "no" }, "/either", "has none of the accepted forms"],
    [{ item: "pen", day: "2026-02-30" }, "/day", "must be a valid date"],
  ])("refuses %j", (args, path, message) => {
    expect(order.check(args)).toEqual({ ok: false, problems: [{ path, message }] });
  });

  it("refuses forbidden keys even where anything else is allowed", () => {
    const open = make({ type: "object", additionalProperties: true });
    expect(open.check({ anything: 1 }).ok).toBe(true);
    expect(open.check(JSON.parse('{"a":{"__proto__":{"x":1}}}')).ok).toBe(false);
    expect(open.check(JSON.parse('{"constructor":1}')).ok).toBe(false);
  });

  it("does not close objects that are combined from parts", () => {
    const combined = make({
      type: "object",
      properties: { a: { type: "string" } },
      allOf: [{ properties: { b: { type: "string" } } }],
    });
    expect(combined.check({ a: "x", b: "y" }).ok).toBe(true);
  });

  it("has no trouble with arguments named like keywords", () => {
    const keywords = { definitions: { type: "string" }, pattern: { type: "string" }, toString: { type: "number" } };
    const tool = make({ type: "object", properties: keywords, required: ["toString"] });
    expect(tool.check({ definitions: "a", pattern: "(", toString: 1 }).ok).toBe(true);
    expect(tool.check({ definitions: "a" })).toMatchObject({
      problems: [{ path: "/toString", message: "is missing" }],
    });
  });

  it("lets the maker judge and complete what the schema accepts", () => {
    const tool = fromJsonSchema({
      name: "refined",
      description: "d",
      parameters: { type: "object", properties: { host: { type: "string" }, port: { type: "integer" } } },
      refine: (input) => (input.host === "bad" ? [{ path: "/host", message: "is bad" }] : { port: 1, ...input }),
      run: () => null,
    });
    expect(tool.check({ host: "bad" })).toEqual({ ok: false, problems: [{ path: "/host", message: "is bad" }] });
    expect(tool.check({ host: "good" })).toMatchObject({ ok: true, input: { host: "good", port: 1 } });
  });
});

describe("a foreign schema that could do harm is refused at construction, with the tool's name", () => {
  const doubling: Record<string, JsonObject> = { d0: { type: "string" } };
  for (let level = 1; level < 30; level += 1) {
    const ref = { $ref: `#/$defs/d${level - 1}` };
    doubling[`d${level}`] = { anyOf: [ref, ref] };
  }
  it.each<[string, JsonObject, string]>([
    ["not an object", { type: "string" }, "type is not object"],
    ["a reference to itself", { properties: { a: { $ref: "#" } } }, "refers to itself"],
    [
      "a circle",
      { properties: { a: { $ref: "#/$defs/x" } }, $defs: { x: { items: { $ref: "#/$defs/x" } } } },
      "itself",
    ],
    ["a reference elsewhere", { properties: { a: { $ref: "https://example.org/s.json" } } }, "outside the schema"],
    ["a reference to nothing", { properties: { a: { $ref: "#/$defs/x" } } }, "does not exist"],
    ["references that double 30 times", { properties: { a: { $ref: "#/$defs/d29" } }, $defs: doubling }, "5000 values"],
    ["a look-ahead", { properties: { a: { type: "string", pattern: "(?=a)" } } }, "look-around"],
    ["patterned names", { patternProperties: { "(a+)+$": {} } }, "patternProperties"],
    ["a forbidden key", JSON.parse('{"properties":{"__proto__":{}}}'), "__proto__"],
  ])("%s", (_title, parameters, reason) => {
    expect(() => make(parameters)).toThrow("Tool 'foreign'");
    expect(() => make(parameters)).toThrow(reason);
  });

  it("tests patterns that would stop the platform's engine in little time", () => {
    const tool = make({ properties: { a: { type: "string", pattern: "^(a+)+$" } } });
    const start = performance.now();
    expect(tool.check({ a: `${"a".repeat(2000)}!` }).ok).toBe(false);
    expect(performance.now() - start).toBeLessThan(500);
  });

  it("refuses arguments whose patterns take too many steps together", () => {
    const texts = { type: "array", items: { type: "string", pattern: "^(?:a?){900}b$" } };
    const tool = make({ properties: { texts } });
    expect(tool.check({ texts: Array.from({ length: 22 }, () => "a".repeat(11_000)) })).toEqual({
      ok: false,
      problems: [{ path: "", message: "takes too many steps to be checked against its patterns" }],
    });
    expect(tool.check({ texts: ["aab"] }).ok).toBe(true);
  });

  it("refuses a value whose items times branches are too many, before any is checked", () => {
    const branches = Array.from({ length: 2_400 }, (_, index) => ({ const: index }));
    const schema = { type: "object", properties: { list: { items: { anyOf: branches } } } };
    const problems = [{ path: "", message: "is too large to be checked against its schema" }];
    const list = Array.from({ length: 9_900 }, () => "x");
    expect(compileObjectSchema(schema)({ list })).toEqual(problems);
    expect(make(schema).check({ list })).toEqual({ ok: false, problems });
    expect(compileObjectSchema(schema)({ list: [1, 2, 3] })).toEqual([]);
    expect(estimateChecks(schema, { list }, 1_000)).toBeLessThan(10_000);
  });

  it("names a bounded number of problems, and of a result only the first", () => {
    const schema = { type: "object", properties: { list: { items: { type: "string" } } } };
    const list = Array.from({ length: 900 }, (_, index) => index);
    const checked = make(schema).check({ list: list.map((each) => [each]) });
    expect(checked.ok ? [] : checked.problems).toHaveLength(50);
    expect(compileObjectSchema(schema)({ list })).toEqual([{ path: "/list/0", message: "must be text" }]);
    const wide = { type: "object", properties: { list: { items: { type: "object", required: ["a"] } } } };
    expect(compileObjectSchema(wide)({ list: Array.from({ length: 4_900 }, () => ({ a: 1 })) })).toEqual([]);
  });

  it("counts the texts of a schema, and each pair of items that must differ", () => {
    const long = { enum: ["x".repeat(6_400)] };
    expect(estimateChecks(long, "y", 1_000)).toBeGreaterThan(100);
    const unique = { uniqueItems: true };
    expect(
      estimateChecks(
        unique,
        Array.from({ length: 9_000 }, (_, index) => index),
        200_000,
      ),
    ).toBeGreaterThan(200_000);
    expect(estimateChecks({ not: { if: { not: { type: "null" } } } }, null, 100)).toBe(4);
  });

  it("treats formats with risky patterns as hints", () => {
    const tool = make({ properties: { a: { type: "string", format: "url" } } });
    expect(tool.check({ a: "anything" }).ok).toBe(true);
  });
});
