import { describe, expect, it } from "vitest";
import { defineAgent } from "../../agent/define/agent.ts";
import { defineSkill } from "../../agent/define/skill.ts";
import { createModel, ofType } from "../../agent/run/run-agent.fixture.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { ask, startTestHost, type TestHost, toValue } from "../agent-host.fixture.ts";

const AGENT = defineAgent({
  name: "toy",
  prompt: "You are a test.",
  skills: [
    defineSkill({ name: "plain", description: "Answer.", tools: [] }),
    defineSkill({ name: "brief", description: "Answer briefly.", tools: [] }),
  ],
});

function startHost(): Promise<TestHost> {
  return startTestHost({ agent: AGENT, model: createModel(Array.from({ length: 6 }, () => "Yes.")) });
}

const toSkill = (events: readonly RunEvent[]) => ofType(events, "run-start")[0]?.skill;

describe("the skill of a conversation", () => {
  it("is kept from its first question on, and changes no other conversation", async () => {
    const host = await startHost();
    const first = await ask(host, "One?", { skill: "brief" });
    expect(toSkill((await ask(host, "Two?", { conversationId: first.conversationId })).events)).toBe("brief");
    expect(toSkill((await ask(host, "Three?")).events)).toBe("plain");
  });

  it("stays when another one becomes the default, and can be changed in the middle", async () => {
    const host = await startHost();
    const { conversationId } = await ask(host, "One?");
    toValue(await host.api.updateSettings({ skill: "brief" }));
    expect(toSkill((await ask(host, "Two?", { conversationId })).events)).toBe("plain");
    expect(toSkill((await ask(host, "Three?", { conversationId, skill: "brief" })).events)).toBe("brief");
    expect(toSkill((await ask(host, "Four?", { conversationId })).events)).toBe("brief");
  });

  it("is that of the old answer where a question is answered anew", async () => {
    const host = await startHost();
    const first = await ask(host, "One?");
    await ask(host, "Two?", { conversationId: first.conversationId, skill: "brief" });
    const { runId } = toValue(await host.api.regenerate(first.assistantMessageId));
    expect(toSkill(await host.runEvents(runId))).toBe("plain");
  });
});
