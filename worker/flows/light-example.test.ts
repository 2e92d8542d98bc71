import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { defineAgent } from "../agent/define/agent.ts";
import { defineTool } from "../agent/define/define-tool.ts";
import { defineSkill } from "../agent/define/skill.ts";
import { collectRun, createModel, ofType, toEnd, writeCall } from "../agent/run/run-agent.fixture.ts";
import { defineFlow } from "./define-flow.ts";

describe("a porch light", () => {
  let switched = 0;
  const setLight = defineTool({
    name: "set_light",
    description: "Turn a named light on or off.",
    effect: "writes",
    input: z.object({ name: z.string(), on: z.boolean() }),
    run: () => {
      switched += 1;
    },
  });
  const agent = defineAgent({
    name: "house",
    prompt: "",
    tools: [setLight],
    skills: [
      defineSkill({
        name: "lights",
        description: "Switch lights.",
        program: defineFlow({
          start: "guard",
          nodes: {
            guard: {
              type: "guardrail",
              check: { type: "rule", passes: (question) => /light/i.test(question) },
              pass: "call",
              block: "refuse",
            },
            call: { type: "tool-call", tools: [setLight], mode: "detect", toolCalled: "end", noToolCalled: "chat" },
            chat: { type: "generate", next: "end" },
            refuse: { type: "canned-response", text: "I only switch lights.", next: "end" },
            end: { type: "end" },
          },
        }),
      }),
    ],
  });

  it("is detected as set_light and not switched; what the app did is then told as the user's words", async () => {
    const call = writeCall("set_light", { name: "porch", on: true });
    const first = await collectRun({
      agent,
      model: createModel([call]),
      request: { question: "turn on the porch light" },
    });
    expect(ofType(first, "call-start").map(({ call: { name, arguments: input } }) => ({ name, input }))).toEqual([
      { name: "set_light", input: { name: "porch", on: true } },
    ]);
    expect(toEnd(first).reason).toBe("detected");
    expect(switched).toBe(0);
    const model = createModel(["Nothing to call.", "The porch light is on."]);
    const second = await collectRun({
      agent,
      model,
      request: {
        question: "The porch light has been switched on. Tell me so.",
        history: [
          { role: "user", text: "turn on the porch light" },
          { role: "assistant", raw: call, text: "", calls: [{ call: { id: "1", name: "set_light", arguments: {} } }] },
          { role: "tool", results: [{ callId: "1", name: "set_light", text: "not executed" }] },
        ],
      },
    });
    expect(model.prompts[0]).not.toContain("not executed");
    expect(toEnd(second)).toMatchObject({ reason: "answered", text: "The porch light is on." });
  });

  it("is not even looked for when the guardrail blocks", async () => {
    const model = createModel(["never"]);
    const events = await collectRun({ agent, model, request: { question: "order a pizza" } });
    expect(model.prompts).toEqual([]);
    expect(toEnd(events).text).toBe("I only switch lights.");
  });
});
