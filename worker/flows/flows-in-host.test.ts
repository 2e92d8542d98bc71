import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../dev/scripts/build-app.ts";
import { defineAgent } from "../agent/define/agent.ts";
import { defineSkill } from "../agent/define/skill.ts";
import { createModel, ofType, toEnd, toOutcomes, toyTool, writeCall } from "../agent/run/run-agent.fixture.ts";
import { createAssistant } from "../assistant/assistant.ts";
import { SCRIPTS } from "../engines/scripted/scripts.ts";
import { toSkillInfos } from "../host/agent-facts.ts";
import { ask, startTestHost } from "../host/agent-host.fixture.ts";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import { extendWithFiles } from "../tools/files/extend-with-files.ts";
import { addFlows } from "./add-flows.ts";
import { defineFlow } from "./define-flow.ts";

it("shows a flow with its graph, to be drawn", () => {
  const [skill] = toSkillInfos(
    defineAgent({
      name: "a",
      prompt: "",
      skills: [
        defineSkill({
          name: "desk",
          description: "d",
          program: defineFlow({
            start: "gate",
            nodes: {
              gate: { type: "guardrail", check: { type: "rule", passes: () => true }, pass: "say", block: "end" },
              say: { type: "generate", next: "end" },
              end: { type: "end" },
            },
          }),
        }),
      ],
    }),
  );
  expect(skill?.flow).toEqual({
    start: "gate",
    nodes: [
      {
        name: "gate",
        type: "guardrail",
        exits: [
          { name: "pass", next: "say" },
          { name: "block", next: "end" },
        ],
      },
      { name: "say", type: "generate", exits: [{ name: "answered", next: "end" }] },
      { name: "end", type: "end", exits: [] },
    ],
  });
});

it.each([true, false])("has no calls of earlier questions where a flow says so (%s)", async (omitToolRecords) => {
  const tool = toyTool("look", () => "blue");
  const flow = defineFlow({
    start: "tell",
    nodes: { tell: { type: "generate", next: "end" }, end: { type: "end" } },
    omitToolRecords,
  });
  const agent = defineAgent({
    name: "toy",
    prompt: "You are a test.",
    tools: [tool],
    skills: [
      defineSkill({ name: "work", description: "Do the work.", tools: [tool] }),
      defineSkill({ name: "tell", description: "Tell.", program: flow }),
    ],
  });
  const model = createModel([writeCall("look"), "The sky is blue.", "Still blue."]);
  const host = await startTestHost({ model, agent });
  const { conversationId } = await ask(host, "How is the sky?", { skill: "work" });
  await ask(host, "And now?", { conversationId, skill: "tell" });
  expect(model.prompts[2]).toContain("The sky is blue.");
  expect(model.prompts[2]?.includes("<tool_response>")).toBe(!omitToolRecords);
});

it("detects in the app's own flow which light to switch, and switches none", async () => {
  const read = (path: string) => readFile(join(ROOT, "public", path), "utf8").catch(() => null);
  const { memories } = createInMemoryStores({ now: () => 0, newId: () => "id" });
  const { agent } = await addFlows(await extendWithFiles(createAssistant(memories), read, {}), read, []);
  const model = createModel(SCRIPTS.get("lights")?.exchanges[0]?.turns.map(({ text }) => text) ?? []);
  const host = await startTestHost({ model, agent });
  const { events } = await ask(host, "Turn on the porch light", { skill: "lights" });
  expect(ofType(events, "call-start")).toMatchObject([
    { call: { name: "set_light", arguments: { name: "porch", on: true } } },
  ]);
  expect(toOutcomes(events)).toEqual([{ type: "detected" }]);
  expect(toEnd(events).reason).toBe("detected");
});
