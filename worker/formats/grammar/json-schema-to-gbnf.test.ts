import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { collectEvents } from "../corpus/parse-output.fixture.ts";
import { FORMATS } from "../dialects/resolve-format.ts";
import { toSchemaGrammar } from "./json-schema-to-gbnf.ts";

/**
 * A small reader of llama.cpp's grammar language, enough for the grammars written here: it answers whether a text is a
 * sentence of the grammar. It follows every alternative, so it proves both what is allowed and what is not.
 */
class Grammar {
  private readonly rules = new Map<string, string>();
  private readonly parsed = new Map<string, Matcher>();

  constructor(text: string) {
    for (const line of text.split("\n")) {
      const rule = /^([a-zA-Z0-9-]+) ::= (.*)$/.exec(line);
      if (rule !== null) this.rules.set(rule[1] ?? "", rule[2] ?? "");
    }
  }

  accepts(text: string): boolean {
    return this.rule("root")(text, new Set([0])).has(text.length);
  }

  private rule(name: string): Matcher {
    const known = this.parsed.get(name);
    if (known !== undefined) return known;
    const body = this.rules.get(name);
    if (body === undefined) throw new Error(`the rule '${name}' is not defined`);
    const memo = new Map<string, Map<number, ReadonlySet<number>>>();
    let matcher: Matcher | undefined;
    const lazy: Matcher = (text, starts) => {
      matcher ??= new RuleReader(body, (other) => this.rule(other)).read();
      const seen = memo.get(text) ?? new Map<number, ReadonlySet<number>>();
      memo.set(text, seen);
      const ends = new Set<number>();
      for (const start of starts) {
        let found = seen.get(start);
        if (found === undefined) {
          found = matcher(text, new Set([start]));
          seen.set(start, found);
        }
        for (const end of found) ends.add(end);
      }
      return ends;
    };
    this.parsed.set(name, lazy);
    return lazy;
  }
}

type Matcher = (text: string, starts: ReadonlySet<number>) => ReadonlySet<number>;

class RuleReader {
  private at = 0;
  private readonly body: string;
  private readonly rule: (name: string) => Matcher;

  constructor(body: string, rule: (name: string) => Matcher) {
    this.body = body;
    this.rule = rule;
  }

  read(): Matcher {
    const matcher = this.alternatives();
    if (this.at < this.body.length) throw new Error(`unread grammar: ${this.body.slice(this.at)}`);
    return matcher;
  }

  private alternatives(): Matcher {
    const options = [this.sequence()];
    while (this.take("|")) options.push(this.sequence());
    return (text, starts) => new Set(options.flatMap((option) => [...option(text, starts)]));
  }

  private sequence(): Matcher {
    const parts: Matcher[] = [];
    for (;;) {
      this.skip();
      const next = this.body.charAt(this.at);
      if (next === "" || next === "|" || next === ")") break;
      parts.push(this.repeated(this.item()));
    }
    return (text, starts) => parts.reduce((places: ReadonlySet<number>, part) => part(text, places), starts);
  }

  private repeated(item: Matcher): Matcher {
    const mark = /^(?:[?*+]|\{(\d+),(\d+)\})/.exec(this.body.slice(this.at));
    if (mark === null) return item;
    this.at += mark[0].length;
    const least = mark[1] !== undefined ? Number(mark[1]) : mark[0] === "+" ? 1 : 0;
    const most = mark[2] !== undefined ? Number(mark[2]) : mark[0] === "?" ? 1 : 5_000;
    return (text, starts) => {
      let places = starts;
      const ends = new Set<number>(least === 0 ? starts : []);
      for (let count = 1; count <= most && places.size > 0; count += 1) {
        places = item(text, places);
        if (count < least) continue;
        const before = ends.size;
        for (const place of places) ends.add(place);
        if (ends.size === before) break;
      }
      return ends;
    };
  }

  private item(): Matcher {
    if (this.take("(")) {
      const inner = this.alternatives();
      if (!this.take(")")) throw new Error("a group is not closed");
      return inner;
    }
    const rest = this.body.slice(this.at);
    const literal = /^"((?:[^"\\]|\\.)*)"/.exec(rest);
    if (literal !== null) {
      this.at += literal[0].length;
      const wanted = toPlain(literal[1] ?? "");
      return (text, starts) =>
        new Set([...starts].filter((start) => text.startsWith(wanted, start)).map((start) => start + wanted.length));
    }
    const units = /^\[(\^?)((?:[^\]\\]|\\.)*)\]/.exec(rest);
    if (units !== null) {
      this.at += units[0].length;
      const pattern = new RegExp(`^[${units[1]}${(units[2] ?? "").replaceAll("[", "\\[")}]$`);
      return (text, starts) =>
        new Set(
          [...starts]
            .filter((start) => start < text.length && pattern.test(text.charAt(start)))
            .map((start) => start + 1),
        );
    }
    const name = /^[a-zA-Z0-9-]+/.exec(rest);
    if (name === null) throw new Error(`unreadable grammar: ${rest}`);
    this.at += name[0].length;
    return this.rule(name[0]);
  }

  private take(unit: string): boolean {
    this.skip();
    if (this.body.charAt(this.at) !== unit) return false;
    this.at += 1;
    return true;
  }

  private skip(): void {
    while (this.body.charAt(this.at) === " ") this.at += 1;
  }
}

function toPlain(text: string): string {
  const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
  return text.replace(/\\(.)/g, (_whole, unit: string) => escapes[unit] ?? unit);
}

const CASES: readonly (readonly [
  name: string,
  schema: JsonSchema,
  accepted: readonly string[],
  refused: readonly string[],
])[] = [
  [
    "required and optional members in the declared order",
    {
      type: "object",
      properties: { a: { type: "integer" }, b: { type: "string" }, c: { type: "boolean" } },
      required: ["b"],
    },
    ['{"b":"x"}', '{"a":1,"b":"x"}', '{"a": 1, "b": "x", "c": true}', '{"b":"x","c":false}'],
    ["{}", '{"a":1}', '{"b":"x","a":1}', '{"b":"x",}', '{"b":1}', '{"b":"x","d":1}', '{\n"b":"x"}', '{"b":  "x"}'],
  ],
  [
    "only optional members",
    { type: "object", properties: { a: { type: "null" }, b: { type: "null" } } },
    ["{}", '{"a":null}', '{"b":null}', '{"a":null,"b":null}'],
    ['{"b":null,"a":null}', '{"a":null,}', '{,"a":null}'],
  ],
  ["no members", { type: "object", properties: {} }, ["{}"], ['{"a":1}', "{ }"]],
  ["free members", { type: "object" }, ["{}", '{"a":[1,{"b":null}]}'], ["[]", "{"]],
  ["a map", { type: "object", additionalProperties: { type: "integer" } }, ["{}", '{"a":1,"b": 2}'], ['{"a":"1"}']],
  ["enum and const", { enum: ["a", 1, null] }, ['"a"', "1", "null"], ['"b"', "2", "a"]],
  ["a constant with quotes", { const: 'say "x"\n' }, ['"say \\"x\\"\\n"'], ['"say"']],
  ["integers", { type: "integer" }, ["0", "-1", "12"], ["01", "1.5", "1e3", "-", "+1", ""]],
  ["integers that are not negative", { type: "integer", minimum: 0 }, ["0", "7"], ["-1"]],
  ["numbers", { type: "number" }, ["0", "-1.5", "1e3", "2.5E-7"], ["1.", ".5", "NaN", "0x1"]],
  [
    "strings with bounds",
    { type: "string", minLength: 2, maxLength: 3 },
    ['"ab"', '"abc"', '"a\\n"', '"日本"', '"\\u00e9x"'],
    ['"a"', '"abcd"', '"a\nb"', "ab", '"\\qa"'],
  ],
  [
    "lists with bounds",
    { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 2 },
    ["[1]", "[1, 2]"],
    ["[]", "[1,2,3]", '["a"]', "[1,]"],
  ],
  ["nullable", { type: "string", nullable: true }, ["null", '"a"'], ["1"]],
  ["lists of types", { type: ["integer", "null"] }, ["null", "1"], ['"1"']],
  ["anyOf", { anyOf: [{ type: "integer" }, { type: "boolean" }] }, ["1", "true"], ["null"]],
  [
    "references, also to itself",
    {
      type: "object",
      properties: { tree: { $ref: "#/$defs/node" } },
      required: ["tree"],
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
    },
    ['{"tree":{}}', '{"tree":{"next":{"next":{}}}}'],
    ['{"tree":1}', '{"tree":{"other":{}}}'],
  ],
  ["what a grammar cannot say", { allOf: [{ type: "string" }, { pattern: "^a" }] }, ['"b"', "1"], ["b", "{"]],
  ["a reference to nowhere", { $ref: "#/missing" }, ['"x"', "[]"], ["x"]],
];

describe("a grammar from a schema", () => {
  it.each(CASES)("says %s", (_name, schema, accepted, refused) => {
    const grammar = new Grammar(toSchemaGrammar(schema));
    for (const text of accepted) expect(grammar.accepts(text), text).toBe(true);
    for (const text of refused) expect(grammar.accepts(text), text).toBe(false);
  });
});

const tools: readonly ToolSpec[] = [
  {
    name: "get_weather",
    description: "",
    parameters: {
      type: "object",
      properties: { city: { type: "string" }, days: { type: "integer" }, unit: { enum: ["C", "F"] } },
      required: ["city"],
    },
  },
  { name: "now", description: "", parameters: { type: "object", properties: {} } },
];

describe("every format's constraint on a forced call", () => {
  for (const [id, format] of Object.entries(FORMATS)) {
    it(`${id} lets through what the format itself writes, and nothing of a foreign tool`, () => {
      const constraint = format.toConstraint(tools, "forced");
      expect(constraint?.gbnf.triggers).toEqual([]);
      const grammar = new Grammar(constraint?.gbnf.grammar ?? "");
      const end = id === "command" ? "\n" : "";
      const calls = [
        ["get_weather", { city: "Paris" }],
        ["get_weather", { city: "x y", days: 3, unit: "C" }],
        ["now", {}],
      ] as const;
      for (const [name, input] of calls) {
        const text = format.renderCall(name, input) + end;
        expect(grammar.accepts(text), text).toBe(true);
        const parser = format.createParser({ tools });
        const output = collectEvents([...parser.push(text), ...parser.end()]);
        expect(output.calls).toEqual([{ name, arguments: input }]);
      }
      for (const [name, input] of [
        ["format_disk", {}],
        ["get_weather", {}],
        ["get_weather", { city: "x", unit: "K" }],
      ] as const) {
        // Gemma's constraint knows only the types of scalars.
        if (id === "gemma" && "unit" in input) continue;
        const text = format.renderCall(name, input) + end;
        expect(grammar.accepts(text), text).toBe(false);
      }
      expect(grammar.accepts("Hello"), "prose").toBe(false);
    });
  }

  it("lets Gemma 4 call in its own marks, and holds no text to those of FunctionGemma", () => {
    const grammar = new Grammar(FORMATS.gemma.toConstraint(tools, "forced")?.gbnf.grammar ?? "");
    expect(grammar.accepts('<|tool_call>call:get_weather{city:<|"|>Paris<|"|>,days:3}<tool_call|>')).toBe(true);
    expect(grammar.accepts("<|tool_call>call:get_weather{city:<escape>Paris<escape>}<tool_call|>")).toBe(false);
    expect(grammar.accepts("<|tool_call>call:format_disk{}<tool_call|>")).toBe(false);
    const free = FORMATS.gemma.toConstraint(tools, "free");
    expect(free?.gbnf.triggers).toEqual(["<start_function_call>", "<|tool_call>"]);
    expect(free?.structuralTag).toMatchObject({ format: { triggers: free?.gbnf.triggers } });
  });

  it("leaves a free turn unconstrained where nothing but the JSON marks a call", () => {
    expect(FORMATS.llama3.toConstraint(tools, "free")).toBeNull();
    expect(FORMATS.generic.toConstraint(tools, "free")).toBeNull();
    expect(FORMATS.pythonic.toConstraint(tools, "free")).toBeNull();
    expect(FORMATS.mistral.toConstraint(tools, "free")?.gbnf.triggers).toEqual(["[TOOL_CALLS]"]);
  });

  it("lets the protocol answer in a free turn, at any length", () => {
    const grammar = new Grammar(FORMATS.protocol.toConstraint(tools, "free")?.gbnf.grammar ?? "");
    expect(grammar.accepts('{"final":{"content":"Done."}}')).toBe(true);
    expect(grammar.accepts(`{"final":{"content":"${"All of it. ".repeat(100)}"}}`)).toBe(true);
    const forced = new Grammar(FORMATS.protocol.toConstraint(tools, "forced")?.gbnf.grammar ?? "");
    expect(forced.accepts('{"final":{"content":"Done."}}')).toBe(false);
  });

  it("lets the compact dialect write calls on a line each or text, and mixes neither", () => {
    const free = FORMATS.compact.toConstraint(tools, "free");
    expect(free?.gbnf.triggers).toEqual([]);
    const grammar = new Grammar(free?.gbnf.grammar ?? "");
    const weather = '@tool get_weather {"city":"Paris"}';
    for (const text of ["Hello", "Write to a@b.c,\nplease.", weather, `${weather}\n@tool now {}`]) {
      expect(grammar.accepts(text), text).toBe(true);
    }
    const spaced = '@tool get_weather {"city": "Paris"}';
    for (const text of ["", "@tool", "@tool no_such {}", spaced, `${weather}\n`, `${weather}\nThanks`, "@b is me"]) {
      expect(grammar.accepts(text), text).toBe(false);
    }
    const forced = new Grammar(FORMATS.compact.toConstraint(tools, "forced")?.gbnf.grammar ?? "");
    expect(forced.accepts(`${weather}\n@tool now {}`)).toBe(true);
    expect(forced.accepts("Hello")).toBe(false);
  });
});
