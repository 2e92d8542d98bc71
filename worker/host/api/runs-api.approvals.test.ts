import { describe, expect, it } from "vitest";
import { createModel, ofType, toOutcomes, toyAgent, toyTool, writeCall } from "../../agent/run/run-agent.fixture.ts";
import { startTestHost, toValue } from "../agent-host.fixture.ts";
import { toToolPin } from "../runs/to-tool-pin.ts";

describe("a permission for good", () => {
  const send = toyTool("send", () => "sent", { effect: "sends" });
  const grant = { tool: "send", skill: "work", pin: toToolPin(send.spec) };

  it("that is taken back during a run does not cover the run's next call", async () => {
    const asked: string[] = [];
    let revoke: () => Promise<unknown> = async () => {};
    const look = toyTool("look", async () => {
      await revoke();
      return "seen";
    });
    const host = await startTestHost({
      agent: toyAgent([send, look]),
      model: createModel([writeCall("send", { n: 1 }), writeCall("look"), writeCall("send", { n: 2 }), "Done."]),
    });
    await host.api.updateSettings({ grants: [grant, { ...grant, skill: "other" }] });
    revoke = () => host.api.revokeGrants([{ tool: "send", skill: "work" }]);
    const { runId } = toValue(await host.api.send({ conversationId: null, text: "Send twice." }));
    const request = await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
    if (request.type !== "run" || request.event.type !== "approval-requested") throw new Error("no question");
    asked.push(JSON.stringify(request.event.request.call.arguments));
    await host.api.decideApproval(runId, request.event.request.call.id, { type: "deny", reason: "no more" });
    const events = await host.runEvents(runId);
    expect(toOutcomes(events).map(({ type }) => type)).toEqual(["success", "success", "denied"]);
    expect(ofType(events, "approval-requested")).toHaveLength(1);
    expect(asked).toEqual(['{"n":2}']);
    expect((await host.stores.settings.read()).grants).toEqual([{ ...grant, skill: "other" }]);
  });

  it("is kept with the time it was given at, and all of them go at once", async () => {
    const host = await startTestHost({
      agent: toyAgent([send]),
      model: createModel([writeCall("send", { n: 1 }), writeCall("send", { n: 2 }), "Done."]),
    });
    const { runId } = toValue(await host.api.send({ conversationId: null, text: "Send twice." }));
    const request = await host.waitFor((event) => event.type === "run" && event.event.type === "approval-requested");
    if (request.type !== "run" || request.event.type !== "approval-requested") throw new Error("no question");
    await host.api.decideApproval(runId, request.event.request.call.id, { type: "allow-always" });
    const events = await host.runEvents(runId);
    expect(ofType(events, "approval-requested")).toHaveLength(1);
    const { grants } = await host.stores.settings.read();
    expect(grants).toEqual([{ ...grant, givenAt: expect.any(Number) }]);
    toValue(await host.api.revokeGrants(null));
    expect((await host.stores.settings.read()).grants).toEqual([]);
  });
});
