import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod/mini";
import { fromJsonSchema } from "../../tools/schema/from-json-schema.ts";
import { defineTool } from "./define-tool.ts";
import type { ToolContext } from "./tool.ts";

const context: ToolContext = {
  runId: "run",
  callId: "call",
  conversationId: "conversation",
  messageId: "message",
  skill: "test",
  signal: new AbortController().signal,
  now: () => 0,
  timeZone: "UTC",
  tainted: false,
  noteEdit: () => {},
  awaitUser: (answer) => answer,
};

const weather = defineTool({
  name: "weather",
  description: "Tells the weather.",
  effect: "reads",
  input: z.object({
    city: z.string().check(z.describe("Name of the city")),
    days: z._default(z.int(), 1),
    metric: z.optional(z.boolean()),
    mode: z.optional(z.enum(["short", "long"])),
  }),
  run: ({ city, days }) => `${city} ${days}`,
});

describe("a tool's specification", () => {
  it("carries the fields' descriptions, and asks only for fields without a default", () => {
    expect(weather.spec.parameters).toEqual({
      type: "object",
      properties: {
        city: { type: "string", description: "Name of the city" },
        days: { type: "integer", default: 1 },
        metric: { type: "boolean" },
        mode: { type: "string", enum: ["short", "long"] },
      },
      required: ["city"],
      additionalProperties: false,
    });
  });

  it("gives run its parsed input, typed", () => {
    defineTool({
      name: "typed",
      description: "d",
      input: z.object({ count: z._default(z.int(), 2), note: z.optional(z.string()) }),
      run: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ count: number; note?: string | undefined }>();
        return null;
      },
    });
    const checked = weather.check({ city: "Graz" });
    expect(checked).toEqual({ ok: true, input: { city: "Graz", days: 1 }, coerced: [] });
    if (checked.ok) expect(weather.run(checked.input, context)).toBe("Graz 1");
  });
});

describe("construction", () => {
  const plain = { description: "d", run: () => null, input: z.object({}) };

  it.each(["", "two words", "a/b", "ä", "x".repeat(129)])("refuses the name %j and says which", (name) => {
    expect(() => defineTool({ ...plain, name })).toThrow(`Tool '${name}'`);
  });

  it("accepts names that JavaScript objects have anyway", () => {
    expect(defineTool({ ...plain, name: "toString" }).spec.name).toBe("toString");
  });

  it("refuses an empty description", () => {
    expect(() => defineTool({ ...plain, name: "mute", description: " " })).toThrow("Tool 'mute'");
  });

  it("refuses a schema that JSON Schema cannot express", () => {
    expect(() => defineTool({ ...plain, name: "when", input: z.object({ at: z.date() }) })).toThrow(
      "Tool 'when': its input has no JSON Schema",
    );
  });

  it("closes objects within the input, and refuses what they do not list", () => {
    const stop = z.object({ city: z.string(), note: z.optional(z.looseObject({})) });
    const tool = defineTool({ ...plain, name: "nested", input: z.object({ stops: z.array(stop), last: stop }) });
    expect(tool.spec.parameters).toMatchObject({ properties: { last: { additionalProperties: false } } });
    const last = { city: "Graz", note: { anything: 1 } };
    expect(tool.check({ stops: [{ city: "Linz" }], last }).ok).toBe(true);
    expect(tool.check({ stops: [{ city: "Linz", "a/b": 1 }], last: { ...last, when: 2 } })).toEqual({
      ok: false,
      problems: [
        { path: "/stops/0/a~1b", message: "is not an argument of this tool" },
        { path: "/last/when", message: "is not an argument of this tool" },
      ],
    });
  });

  it("passes on what lists and examples of tools show, of either kind of tool", () => {
    const shown = {
      when: "rain is asked about",
      forFiles: ["csv"],
      examples: [{ question: "Rain?", arguments: {}, result: "none", answer: "It stays dry." }],
    };
    expect(defineTool({ ...plain, ...shown, name: "rain", input: z.object({}) }).spec).toMatchObject(shown);
    const parameters = { type: "object" };
    expect(fromJsonSchema({ ...plain, ...shown, name: "rain", parameters }).spec).toMatchObject(shown);
    expect(Object.keys(weather.spec)).toEqual(["name", "description", "parameters", "effect"]);
  });

  it("refuses an example that its own schema refuses", () => {
    const input = z.object({ count: z.int() });
    const examples = [{ question: "How many?", arguments: { count: "many" } }];
    expect(() => defineTool({ ...plain, name: "counter", input, examples })).toThrow("'How many?'");
  });
});

describe("checking arguments", () => {
  it("names each problem with a pointer and a sentence", () => {
    expect(weather.check({ days: "many", mode: "medium", wind: true })).toEqual({
      ok: false,
      problems: [
        { path: "/city", message: "is missing" },
        { path: "/days", message: "must be a number" },
        { path: "/mode", message: 'must be one of "short", "long"' },
        { path: "/wind", message: "is not an argument of this tool" },
      ],
    });
  });

  it("reads quoted numbers and booleans as what the schema asks for, and says so", () => {
    expect(weather.check({ city: "12", days: "3", metric: "true" })).toEqual({
      ok: true,
      input: { city: "12", days: 3, metric: true },
      coerced: ['/days: "3" -> 3', '/metric: "true" -> true'],
    });
  });

  it.each([
    [{ days: "1,000" }],
    [{ days: "0x10" }],
    [{ days: "3.5" }],
    [{ days: "" }],
    [{ metric: "yes" }],
    [{ metric: "1" }],
    [{ days: null }],
  ])("does not guess at %j", (part) => {
    expect(weather.check({ city: "Graz", ...part }).ok).toBe(false);
  });

  it("reads a quoted list or object where the schema wants one, and the texts inside it", () => {
    const tool = defineTool({
      name: "sum",
      description: "d",
      input: z.object({ numbers: z.array(z.number()), options: z.optional(z.strictObject({ round: z.boolean() })) }),
      run: () => null,
    });
    expect(tool.check({ numbers: '["1", 2]', options: '{"round":"false"}' })).toMatchObject({
      ok: true,
      input: { numbers: [1, 2], options: { round: false } },
    });
  });

  it("leaves text alone where several readings exist", () => {
    const tool = defineTool({
      name: "either",
      description: "d",
      input: z.object({ value: z.union([z.number(), z.string()]), flag: z.union([z.literal(1), z.literal(true)]) }),
      run: () => null,
    });
    expect(tool.check({ value: "3", flag: "1" })).toEqual({
      ok: true,
      input: { value: "3", flag: 1 },
      coerced: ['/flag: "1" -> 1'],
    });
  });

  it("refuses keys that could reach a prototype, at any depth", () => {
    const tool = defineTool({
      name: "open",
      description: "d",
      input: z.object({ anything: z.record(z.string(), z.unknown()) }),
      run: () => null,
    });
    for (const text of ['{"__proto__":{}}', '{"a":{"constructor":1}}', '{"a":[{"prototype":1}]}']) {
      const checked = tool.check({ anything: JSON.parse(text) });
      expect(checked.ok).toBe(false);
    }
    expect(Object.hasOwn(Object.prototype, "a")).toBe(false);
  });

  it("refuses arguments nested deeper than the limit instead of overflowing", () => {
    const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);
    expect(weather.check({ city: deep }).ok).toBe(false);
  });
});

it("keeps zod from compiling code, which the page's policy forbids", () => {
  expect(z.config().jitless).toBe(true);
});
