import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod/mini";
import { toyProgram, toyTool } from "../run/run-agent.fixture.ts";
import { defineAgent } from "./agent.ts";
import { defineTool } from "./define-tool.ts";
import { defineSkill } from "./skill.ts";
import type { Tool } from "./tool.ts";

const add = defineTool({
  name: "add",
  description: "Adds.",
  input: z.object({ a: z.number(), b: z._default(z.number(), 1) }),
  run: (input) => {
    expectTypeOf(input).toEqualTypeOf<{ a: number; b: number }>();
    return input.a + input.b;
  },
});
const shell = defineTool({ name: "shell", description: "Runs.", input: z.object({}), run: () => null });

describe("types", () => {
  it("a tool's run sees its parsed input, and the handle carries its name", () => {
    expectTypeOf(add).toEqualTypeOf<Tool<{ a: number; b: number }, "add", number>>();
    defineTool({
      name: "typed",
      description: "d",
      input: z.object({ text: z.string() }),
      // @ts-expect-error: the parsed input has no such field
      run: (input) => input.missing,
    });
  });

  it("a skill with another agent's tool is refused by the compiler, and at construction", () => {
    const build = () =>
      defineAgent({
        name: "calculator",
        prompt: "",
        tools: [add],
        // @ts-expect-error: the agent does not own the tool 'shell'
        skills: [defineSkill({ name: "compute", description: "Compute.", tools: [add, shell] })],
      });
    expect(build).toThrow("Skill 'compute' lists the tool 'shell', which agent 'calculator' does not own");
  });

  it("so is a program with another agent's tool", () => {
    const program = toyProgram({ tools: [shell] });
    const build = () =>
      defineAgent({
        name: "calculator",
        prompt: "",
        tools: [add],
        // @ts-expect-error: the agent does not own the tool 'shell'
        skills: [defineSkill({ name: "detect", description: "Detect.", program })],
      });
    expect(build).toThrow("Skill 'detect' lists the tool 'shell', which agent 'calculator' does not own");
  });

  it("without a list of its own an agent owns the tools that its skills list, each once", () => {
    const agent = defineAgent({
      name: "calculator",
      prompt: "",
      memoryTools: [shell],
      skills: [
        defineSkill({ name: "compute", description: "Compute.", tools: [add, shell] }),
        defineSkill({ name: "sum", description: "Sum up.", tools: [add] }),
      ],
    });
    expect(agent.tools).toEqual([add]);
  });

  it("a skill may list the agent's automatic and memory tools by their handles", () => {
    const build = () =>
      defineAgent({
        name: "a",
        prompt: "",
        tools: [],
        automaticTools: [add],
        memoryTools: [shell],
        skills: [defineSkill({ name: "s", description: "d", tools: [add, shell] })],
      });
    expect(build).not.toThrow();
  });
});

describe("an agent is refused at once, with the culprit's name,", () => {
  const skill = (tools: readonly Tool[] = []) => defineSkill({ name: "work", description: "d", tools });
  const build = (parts: Partial<Parameters<typeof defineAgent>[0]>) => () =>
    defineAgent({ name: "a", prompt: "", tools: [], skills: [], ...parts });

  it("when two of its tools have one name", () => {
    expect(build({ tools: [toyTool("twin"), toyTool("twin")] })).toThrow("Agent 'a' has two tools named 'twin'");
    expect(build({ tools: [toyTool("twin")], memoryTools: [toyTool("twin")] })).toThrow("'twin'");
  });

  it("when two of its skills have one name", () => {
    expect(build({ skills: [skill(), skill()] })).toThrow("Agent 'a' has two skills named 'work'");
  });

  it("when a skill lists a tool of the right name that is another one", () => {
    expect(build({ tools: [toyTool("same")], skills: [skill([toyTool("same")])] })).toThrow(
      "Skill 'work' lists the tool 'same', which agent 'a' does not own",
    );
  });

  it("when a tool that was made by hand has a name or parameters that cannot be rendered", () => {
    const made = toyTool("made");
    expect(build({ tools: [{ ...made, spec: { ...made.spec, name: "not this" } }] })).toThrow("'not this' cannot name");
    expect(build({ tools: [{ ...made, spec: { ...made.spec, parameters: { type: "string" } } }] })).toThrow("'made'");
  });

  it("when a knowledge entry has the name of a tool, in the skill or among the automatic ones", () => {
    const entry = { name: "faq", description: "d", load: () => "" };
    expect(() => defineSkill({ name: "s", description: "d", tools: [toyTool("faq")], knowledge: [entry] })).toThrow(
      "Knowledge entry 'faq' of skill 's' has the name of another tool or entry",
    );
    expect(() => defineSkill({ name: "s", description: "d", tools: [], knowledge: [entry, entry] })).toThrow("'faq'");
    const own = defineSkill({ name: "s", description: "d", tools: [], knowledge: [entry] });
    expect(build({ automaticTools: [toyTool("faq")], skills: [own] })).toThrow(
      "Knowledge entry 'faq' of skill 's' has the name of a tool",
    );
    const inside = defineSkill({ name: "f", description: "d", program: toyProgram({ skills: [own] }) });
    expect(build({ memoryTools: [toyTool("faq")], skills: [inside] })).toThrow("'faq'");
  });

  it("when a skill or a knowledge entry has a name that no tool may have", () => {
    expect(() => defineSkill({ name: "two words", description: "d", tools: [] })).toThrow("'two words'");
    const knowledge = [{ name: "a/b", description: "d", load: () => "" }];
    expect(() => defineSkill({ name: "s", description: "d", tools: [], knowledge })).toThrow("'a/b'");
  });

  it("when a skill lists two tools of one name", () => {
    expect(() => defineSkill({ name: "s", description: "d", tools: [toyTool("x"), toyTool("x")] })).toThrow(
      "Skill 's' lists two tools named 'x'",
    );
  });
});

it("an agent without a budget of its own has 8 turns and 120 s for a tool", () => {
  const { budget } = defineAgent({ name: "a", prompt: "", tools: [], skills: [], budget: { maxTokens: 5 } });
  expect(budget).toMatchObject({ maxTurns: 8, toolTimeoutMs: 120_000, maxTokens: 5 });
});
