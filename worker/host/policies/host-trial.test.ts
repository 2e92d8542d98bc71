import { expect, it } from "vitest";
import type { ModelClient } from "../../agent/ports/model-client.ts";
import { createModel, ofType, toyAgent } from "../../agent/run/run-agent.fixture.ts";
import { ask, createTestLibrary, startTestHost, toEntry, toValue } from "../agent-host.fixture.ts";

it("an unknown file is tried once it is loaded, a question goes first, and what was measured is told and used", async () => {
  const scripted = createModel(Array.from({ length: 200 }, () => "answer: I cannot do that."));
  const model: ModelClient = { ...scripted, info: { ...scripted.info, modelId: "file", engine: "wllama" } };
  const library = createTestLibrary({ file: () => model });
  const host = await startTestHost({
    agent: toyAgent([]),
    library: { ...library, list: async () => [{ ...toEntry("file"), engines: ["wllama"], title: "large-7b" }] },
    firstModel: "file",
  });
  expect(await host.api.policyOf("file")).toMatchObject({ policy: "native", why: "assumed" });
  const { events } = await ask(host, "Hello?");
  expect(ofType(events, "run-start")[0]?.format).toBe("chatml");
  await host.waitFor((event) => event.type === "policy" && event.policy.why === "measured");
  const found = await host.api.policyOf("file");
  expect(found.trial?.staged.of).toBe(16);
  expect(await host.api.listConversations()).toHaveLength(1);
  const later = await ask(host, "And now?");
  expect(ofType(later.events, "run-start")[0]?.format).toBe(found.policy === "staged" ? "staged" : "chatml");
  expect(toValue(await host.api.measurePolicy())).toBeNull();
});
