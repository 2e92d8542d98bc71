import { expect, it } from "vitest";
import type { ToolSpec } from "../../protocol/tool.ts";
import { toToolPin } from "./to-tool-pin.ts";

const spec: ToolSpec = {
  name: "send",
  description: "Sends a text.",
  parameters: { type: "object", properties: { text: { type: "string" } } },
  effect: "sends",
};

it.each<[string, Partial<ToolSpec>]>([
  ["name", { name: "send2" }],
  ["description", { description: "Sends a text to everybody." }],
  ["schema", { parameters: { type: "object", properties: { text: {}, copy: {} } } }],
  ["effect", { effect: "writes" }],
  ["wish to be asked about", { asks: true }],
])("a tool with another %s has another pin", (_title, change) => {
  expect(toToolPin({ ...spec, ...change })).not.toBe(toToolPin(spec));
});

it("a tool whose schema lists the same things in another order, or that is shown otherwise, keeps its pin", () => {
  const reordered: ToolSpec = {
    ...spec,
    parameters: { properties: { text: { type: "string" } }, type: "object" },
    examples: [{ question: "q", arguments: { text: "t" }, result: "sent", answer: "It is sent." }],
    when: "something is to be sent",
    forFiles: ["txt"],
  };
  expect(toToolPin(reordered)).toBe(toToolPin(spec));
  expect(toToolPin(spec)).toMatch(/^[0-9a-f]{64}$/);
});
