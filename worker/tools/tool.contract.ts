import { expect, it } from "vitest";
import type { Tool, ToolContext } from "../agent/define/tool.ts";
import { toBoundedJson } from "../protocol/bounded-json.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../protocol/json.ts";

/** A context for a tool run by a test. */
export function toContext(facts: {
  readonly now?: number;
  readonly timeZone?: string;
  readonly tainted?: boolean;
  readonly signal?: ToolContext["signal"];
  readonly noteEdit?: ToolContext["noteEdit"];
}): ToolContext {
  return {
    runId: "run-1",
    callId: "call-1",
    conversationId: "conversation-1",
    messageId: "message-1",
    skill: "test",
    signal: facts.signal ?? new AbortController().signal,
    now: () => facts.now ?? Date.UTC(2026, 2, 10, 9, 30, 0),
    timeZone: facts.timeZone ?? "UTC",
    tainted: facts.tainted ?? false,
    noteEdit: facts.noteEdit ?? (() => {}),
    awaitUser: (answer) => answer,
  };
}

/** Checks the arguments as the loop does, then runs the tool. Throws when they are refused. */
export function runTool(tool: Tool, args: JsonObject, context: ToolContext = toContext({})): unknown {
  const checked = tool.check(args);
  if (!checked.ok) throw new Error(checked.problems.map(({ path, message }) => `${path} ${message}`).join("; "));
  return tool.run(checked.input, context);
}

/** What every tool that we ship keeps, whatever it does. */
export function describeToolContract(tool: Tool): void {
  const { name, description, parameters, effect, examples } = tool.spec;

  it(`${name} describes itself and every argument briefly`, () => {
    expect(description.length).toBeGreaterThan(10);
    expect(description.length).toBeLessThanOrEqual(500);
    for (const text of listDescriptions(parameters)) expect(text.length).toBeLessThanOrEqual(150);
    for (const schema of listProperties(parameters)) {
      const described = ["description", "enum", "default", "properties", "items"].some((key) => key in schema);
      expect(described, JSON.stringify(schema)).toBe(true);
    }
  });

  it(`${name} says what it may touch`, () => {
    expect(effect).toBeDefined();
  });

  it(`${name} has two or more examples, and their calls run`, async () => {
    expect(examples?.length).toBeGreaterThanOrEqual(2);
    for (const example of examples ?? []) {
      const result = await runTool(tool, example.arguments);
      expect(toBoundedJson(result).ok).toBe(true);
    }
  });

  it(`${name} refuses unknown arguments and forbidden keys`, () => {
    const good = examples?.[0]?.arguments ?? {};
    expect(tool.check({ ...good, unheardOf: 1 }).ok).toBe(false);
    expect(tool.check(JSON.parse('{"__proto__": 1}')).ok).toBe(false);
  });
}

function listProperties(schema: JsonValue): readonly JsonObject[] {
  if (!isJsonObject(schema)) return [];
  const properties = isJsonObject(schema.properties) ? Object.values(schema.properties) : [];
  const nested = [...properties, schema.items ?? null].flatMap(listProperties);
  return [...properties.filter((property) => isJsonObject(property)), ...nested];
}

function listDescriptions(schema: JsonValue): readonly string[] {
  return listProperties(schema).flatMap(({ description }) => (typeof description === "string" ? [description] : []));
}
