import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTestClock } from "../../package/test-clock.ts";
import { executeCall } from "../agent/calls/execute-call.ts";
import type { Tool } from "../agent/define/tool.ts";
import { createMapMemory } from "../tools/memory/map-memory.fixture.ts";
import { createAssistant } from "./assistant.ts";
import { addCodeSkill } from "./code-skill.ts";
import { addDocuments } from "./documents-skill.ts";
import { addPagesSkill } from "./pages-skill.ts";

const never = () => new Promise<never>(() => undefined);
const port = new Proxy({}, { get: () => never }) as never;
const files = { list: never };
const documents = addDocuments(createAssistant(createMapMemory(), files), port, port);
const { skills, automaticTools, memoryTools } = addPagesSkill(
  addCodeSkill(documents, files, { loadScripts: never, loadSql: never }),
  { allowedHosts: ["https://example.org"] } as never,
);
const all = [
  ...skills.flatMap((skill) => (skill.type === "deterministic" ? [] : skill.tools)),
  ...automaticTools,
  ...memoryTools,
];
const registered = [...new Map(all.map((tool) => [tool.spec.name, tool])).values()];

/** Calls a tool in a run that only makes drafts, with arguments that fit whatever they are; true if it ran. */
async function runs(
  tool: Tool,
  tainted = false,
): Promise<{ readonly ran: boolean; readonly type: string; readonly asked: boolean }> {
  let [ran, asked] = [false, false];
  const spied: Tool = {
    ...tool,
    check: (input) => ({ ok: true, input, coerced: [] }),
    run: () => {
      ran = true;
      return "done";
    },
  };
  const { outcome } = await executeCall(
    { id: "call", name: tool.spec.name, arguments: {} },
    {
      agent: { hooks: {} },
      skillName: "assistant",
      allowlist: new Map([[tool.spec.name, spied]]),
      ...{ runId: "run", conversationId: "chat", messageId: "answer" },
      tainted,
      toolTimeoutMs: 1000,
      clock: createTestClock({ auto: true }),
      timeZone: "UTC",
      signal: new AbortController().signal,
      draftsOnly: true,
      isGranted: () => true,
      askApproval: async () => {
        asked = true;
        return { type: "allow-once" };
      },
    },
  );
  return { ran, type: outcome.type, asked };
}

describe("in a run that only makes drafts", () => {
  it.each(registered.map((tool) => [tool.spec.name, tool] as const))("%s writes and sends nothing", async (_, tool) => {
    const reads = tool.spec.effect === "reads" && tool.spec.asks !== true;
    expect(await runs(tool)).toEqual({ ran: reads, type: reads ? "success" : "detected", asked: false });
  });

  it("there are tools that read, that write and that send", () => {
    const effects = registered.map(({ spec }) => spec.effect ?? "writes");
    expect(new Set(effects)).toEqual(new Set(["reads", "writes", "sends"]));
    expect(registered.length).toBeGreaterThan(25);
  });

  it("no tool of anybody's runs that says of itself anything but that it reads", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...registered),
        fc.constantFrom("reads", "writes", "sends", undefined),
        fc.constantFrom(true, undefined),
        fc.boolean(),
        async (tool, effect, asks, tainted) => {
          const { effect: _, asks: __, ...spec } = tool.spec;
          const other = { ...spec, ...(effect && { effect }), ...(asks && { asks }) } as Tool["spec"];
          const { ran, asked } = await runs({ ...tool, spec: other }, tainted);
          expect({ ran, asked }).toEqual({ ran: effect === "reads" && asks !== true, asked: false });
        },
      ),
    ));
});
