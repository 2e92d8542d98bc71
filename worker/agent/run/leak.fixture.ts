import * as fc from "fast-check";
import type { JsonObject } from "../../protocol/json.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { defineAgent } from "../define/agent.ts";
import type { AgentHooks } from "../define/hooks.ts";
import { defineSkill, type Skill } from "../define/skill.ts";
import type { Tool } from "../define/tool.ts";
import { createEvidenceChain } from "../log/evidence.ts";
import { collectRun, createModel, toyTool, writeCall } from "./run-agent.fixture.ts";

/** Names that occur nowhere by chance. */
const names = fc.uniqueArray(
  fc
    .string({ unit: fc.constantFrom(..."bcdfghjkmnpqrstvwxz"), minLength: 8, maxLength: 12 })
    .map((name) => `zq_${name}`),
  { minLength: 5, maxLength: 12 },
);

/** Behaviours of a tool; the model reads something of each. */
const behaviours = ["answers", "throws", "rejects", "hangs on", "refuses"] as const;

/** Names of tools that a run must not tell, and everything it told. */
export interface Leak {
  readonly allowed: ReadonlySet<string>;
  /** The names of the other tools, save those that the model guessed. */
  readonly others: readonly string[];
  /** All that was sent, logged and reported. */
  readonly texts: readonly string[];
}

/** An agent's tools, and its model's outputs. */
export const scenarios = fc.record({
  names,
  /** For each name, in which of the lists it is. */
  places: fc.array(fc.constantFrom("own", "other-skill", "automatic", "memory", "knowledge", "other-knowledge"), {
    minLength: 12,
    maxLength: 12,
  }),
  behaviours: fc.array(fc.constantFrom(...behaviours), { minLength: 12, maxLength: 12 }),
  memory: fc.boolean(),
  detect: fc.boolean(),
  broken: fc.boolean(),
  turns: fc.array(
    fc.record({ index: fc.nat(11), invented: fc.constantFrom(null, "toString", "__proto__", "zq"), bad: fc.boolean() }),
    { minLength: 1, maxLength: 5 },
  ),
});

export type Scenario = typeof scenarios extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Plays a scenario. `toProgram` makes a skill of a program that calls the skill's own tools; null has the loop run them
 * beside the agent's.
 */
export async function playLeak(
  scenario: Scenario,
  toProgram: (own: readonly Tool[]) => Skill | null = () => null,
): Promise<Leak> {
  const lists = new Map<string, string[]>();
  scenario.names.forEach((name, index) => {
    const place = scenario.places[index] ?? "own";
    lists.set(place, [...(lists.get(place) ?? []), name]);
  });
  const named = (place: string): string[] => lists.get(place) ?? [];
  const make = (name: string) => {
    const behaviour = scenario.behaviours[scenario.names.indexOf(name)] ?? "answers";
    return toyTool(name, () => {
      if (behaviour === "throws") throw new Error("it broke");
      if (behaviour === "rejects") return Promise.reject(new Error("it broke later"));
      if (behaviour === "refuses") return 12n;
      return "done";
    });
  };
  const entry = (name: string) => ({ name, description: "Text.", load: () => "Words." });
  const own = named("own").map(make);
  const tools = [...own, ...named("other-skill").map(make)];
  const others = tools.slice(own.length);
  const program = toProgram(own);
  const work =
    program ??
    defineSkill({ name: "work", description: "Do the work.", tools: own, knowledge: named("knowledge").map(entry) });
  const logged: unknown[] = [];
  const hooks: AgentHooks = {
    onToolUse: (record) => logged.push(record),
    onTurn: (turn) => {
      logged.push(turn);
      return undefined;
    },
    onRunEnd: (end) => logged.push(end),
  };
  const agent = defineAgent({
    name: "toy",
    prompt: "You are a test.",
    tools,
    automaticTools: named("automatic").map(make),
    memoryTools: named("memory").map(make),
    hooks,
    skills: [
      work,
      defineSkill({
        name: "elsewhere",
        description: "Do other things.",
        tools: others,
        knowledge: named("other-knowledge").map(entry),
      }),
    ],
  });
  const allowed = new Set(
    program !== null
      ? named("own")
      : [...named("own"), ...named("automatic"), ...(scenario.memory ? named("memory") : []), ...named("knowledge")],
  );
  // The model calls what it may, what nobody has, and what it may not: that name it knows from itself.
  const guessed = new Set<string>();
  const outputs = scenario.turns.map(({ index, invented, bad }) => {
    const name = invented ?? scenario.names[index % scenario.names.length] ?? "toString";
    if (!allowed.has(name)) guessed.add(name);
    const input: JsonObject = bad ? { nonsense: [1] } : {};
    return scenario.broken ? `${writeCall(name, input)}<tool_call>{{{` : writeCall(name, input);
  });
  const model = createModel([...outputs, "Done."]);
  const chain = createEvidenceChain();
  const events: RunEvent[] = await collectRun({
    agent,
    model,
    request: { memory: scenario.memory, ...(scenario.detect ? { mode: "detect" } : {}) },
  });
  const evidence = events.flatMap((event) => chain.observe(event) ?? []);
  return {
    allowed,
    others: scenario.names.filter((name) => !allowed.has(name) && !guessed.has(name)),
    texts: [...model.prompts, ...[...events, ...evidence, ...logged].map((each) => JSON.stringify(each))],
  };
}
