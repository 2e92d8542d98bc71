import { expect, it } from "vitest";
import { createModel, toyAgent, toyTool, writeCall } from "../../agent/run/run-agent.fixture.ts";
import { ask, startTestHost } from "../agent-host.fixture.ts";

it("exports a conversation as a provider's request: system prompt, calls and results", async () => {
  const host = await startTestHost({
    agent: toyAgent([toyTool("step", (input) => input)]),
    model: createModel([writeCall("step", { x: 1 }), "It is 1."]),
  });
  const { conversationId } = await ask(host, "What is x?");
  const messages = await host.messages(conversationId);
  expect(await host.api.toProviderRequest("openai", "Be brief.", messages)).toMatchObject({
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "What is x?" },
      { role: "assistant", tool_calls: [{ function: { name: "step" } }] },
      { role: "tool" },
      { role: "assistant", content: "It is 1." },
    ],
  });
  expect(await host.api.toProviderRequest("anthropic", "Be brief.", messages)).toMatchObject({
    system: "Be brief.",
    messages: [{ role: "user" }, { role: "assistant" }, { role: "user" }, { role: "assistant" }],
  });
});
