import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createAgent } from "./create-agent.ts";
import { defineTool } from "./define-tool.ts";
import { callTool, mockModel } from "./mock-model.ts";
import { simulateCall } from "./run-tool.ts";

const facts = { name: "trip", description: "Plans a trip.", effect: "reads" } as const;
const run = ({ city, days }: { readonly city: string; readonly days: number }) => `${city}: ${days}`;

const tools = {
  zod: defineTool({ ...facts, input: z.object({ city: z.string(), days: z.number().min(1) }), run }),
  valibot: defineTool({
    ...facts,
    input: toStandardJsonSchema(v.strictObject({ city: v.string(), days: v.pipe(v.number(), v.minValue(1)) })),
    run,
  }),
  arktype: defineTool({ ...facts, input: type({ "+": "reject", city: "string", days: "number >= 1" }), run }),
};

describe.each(Object.entries(tools))("a tool by a schema of %s", (_, tool) => {
  it("shows the model an object, and gets checked, typed input", async () => {
    expect(tool.spec.parameters).toMatchObject({
      type: "object",
      properties: { city: { type: "string" }, days: { type: "number", minimum: 1 } },
      required: ["city", "days"],
    });
    const model = mockModel([
      callTool("trip", { city: "Graz", days: 2 }),
      ({ messages }) => `${messages.at(-1)?.text}`,
    ]);
    expect(await createAgent({ model, tools: [tool] }).ask("A trip?").text).toBe("Graz: 2");
  });

  it("reads numbers in quotes, and tells what is wrong by its place", async () => {
    expect(await simulateCall(tool, { city: "Graz", days: "3" })).toMatchObject({ type: "success" });
    const paths = async (args: { readonly [key: string]: string | number }) => {
      const outcome = await simulateCall(tool, args);
      return outcome.type === "invalid-arguments" ? outcome.problems.map(({ path }) => path) : outcome.type;
    };
    expect(await paths({ city: "Graz", days: 0 })).toEqual(["/days"]);
    expect(await paths({ city: "Graz" })).toEqual(["/days"]);
    expect(await paths({ city: "Graz", days: 1, hotel: "x" })).toEqual(["/hotel"]);
  });
});

it("refuses a schema that gives no JSON Schema, or no object", () => {
  expect(() => defineTool({ ...facts, input: v.object({ city: v.string() }) as never, run })).toThrow(
    "gives no JSON Schema",
  );
  expect(() => defineTool({ ...facts, input: type("string"), run: () => "" })).toThrow("not an object");
});
