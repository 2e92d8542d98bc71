import { describe, expect, it } from "vitest";
import type { GenerateRequest } from "../../worker/agent/ports/model-client.ts";
import { scripted } from "../engines/scripted.ts";
import { createLanguageModel, installLanguageModel, type Session } from "../language-model.ts";
import { callTool, mockModel } from "../mock-model.ts";
import { defineModel, type Model } from "../model.ts";

/** A model of a small window that repeats what it was asked, and keeps its requests. */
function createParrot(contextTokens: number): { readonly model: Model; readonly requests: GenerateRequest[] } {
  const requests: GenerateRequest[] = [];
  const base = scripted(Array.from({ length: 50 }, () => "So."));
  const model = defineModel({
    name: "parrot",
    load: async () => {
      const client = await base.open();
      return {
        ok: true,
        value: {
          ...client,
          info: { ...client.info, contextTokens },
          countTokens: async (text) => text.split(/\s+/u).length,
          dispose: () => client.dispose(),
          generate: (request) => {
            requests.push(request);
            return client.generate(request);
          },
        },
      };
    },
  });
  return { model, requests };
}

describe("LanguageModel over an engine of ours", () => {
  it("is downloadable until a session was made, and tells the progress of that", async () => {
    const factory = createLanguageModel(mockModel(["Hi"]));
    expect(await factory.availability()).toBe("downloadable");
    const loaded: number[] = [];
    await factory.create({
      monitor: (monitor) =>
        monitor.addEventListener("downloadprogress", (event) => loaded.push((event as ProgressEvent).loaded)),
    });
    expect(loaded).toEqual([0, 1]);
    expect(await factory.availability()).toBe("available");
    expect(await factory.availability({ expectedInputs: [{ type: "image" }] })).toBe("unavailable");
  });

  it("answers with the system text and what was said before, whole and piece by piece", async () => {
    const mock = mockModel(["Graz is fine.", "As I said."]);
    const session = await createLanguageModel(mock).create({
      initialPrompts: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi." },
      ],
    });
    expect(await session.prompt("Graz?")).toBe("Graz is fine.");
    let text = "";
    for await (const piece of session.promptStreaming([{ role: "user", content: [{ type: "text", value: "And?" }] }])) {
      text += piece;
    }
    expect(text).toBe("As I said.");
    expect(mock.requests[1]?.messages.map((message) => message.text)).toEqual([
      ...["Be brief.", "Hello", "Hi.", "Graz?", "Graz is fine.", "And?"],
    ]);
  });

  it("clones a session, whose words the other one does not see, and appends without an answer", async () => {
    const mock = mockModel(["One.", "Two."]);
    const session = await createLanguageModel(mock).create();
    await session.append("My name is Ann.");
    const copy = await session.clone();
    await session.prompt("First?");
    expect(await copy.prompt("Second?")).toBe("Two.");
    expect(mock.requests[1]?.messages.map(({ text }) => text)).toEqual(["", "My name is Ann.", "Second?"].slice(1));
    expect(copy.contextUsage).toBeGreaterThan(0);
  });

  it("forgets a prompt that was stopped, and is of no use once destroyed", async () => {
    const mock = mockModel(["One."]);
    const session = await createLanguageModel(mock).create();
    await expect(session.prompt("Stop.", { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(await session.prompt("Go.")).toBe("One.");
    expect(mock.requests.at(-1)?.messages.some(({ text }) => text === "Stop.")).toBe(false);
    session.destroy();
    await expect(session.prompt("Again.")).rejects.toMatchObject({ name: "InvalidStateError" });
  });

  it("drops the oldest exchange where the window is full, says so, and refuses what never fits", async () => {
    const { model } = createParrot(40);
    const session = await createLanguageModel(model).create();
    let overflows = 0;
    session.addEventListener("contextoverflow", () => {
      overflows += 1;
    });
    const words = (count: number): string => Array(count).fill("word").join(" ");
    for (let index = 0; index < 4; index += 1) await session.prompt(words(8));
    expect(overflows).toBeGreaterThan(0);
    expect(session.contextUsage).toBeLessThanOrEqual(session.contextWindow);
    expect(await session.measureContextUsage(words(5))).toBe(5);
    await expect(session.prompt(words(200))).rejects.toMatchObject({ name: "QuotaExceededError", requested: 200 });
  });

  it("holds an answer to a schema or an expression, and says where that cannot be", async () => {
    const { model, requests } = createParrot(4096);
    const session = await createLanguageModel(model).create();
    await session.prompt("A number?", { responseConstraint: { type: "number" } });
    expect(requests[0]?.constraint?.gbnf.grammar).toContain("number");
    expect(requests[0]?.prompt).toContain("JSON Schema");
    await session.prompt("Yes?", { responseConstraint: /yes|no/u, omitResponseConstraintInput: true });
    expect(requests[1]?.constraint?.gbnf.grammar).toBe('root ::= "y" "e" "s" | "n" "o"');
    expect(requests[1]?.prompt).not.toContain("matches");
    await expect(session.prompt("x", { responseConstraint: /(?<=a)b/u })).rejects.toMatchObject({
      name: "NotSupportedError",
    });
  });

  it("calls a session's tools by itself", async () => {
    const mock = mockModel([
      callTool("weather", { city: "Graz" }),
      ({ messages }) => `It is ${messages.at(-1)?.text}.`,
    ]);
    const inputs: unknown[] = [];
    const session = await createLanguageModel(mock).create({
      tools: [
        {
          name: "weather",
          description: "Tells the weather.",
          inputSchema: { type: "object", properties: { city: { type: "string" } } },
          execute: async (input) => {
            inputs.push(input);
            return "sunny";
          },
        },
      ],
    });
    expect(await session.prompt("Weather in Graz?")).toBe("It is sunny.");
    expect(inputs).toEqual([{ city: "Graz" }]);
  });

  it.each([
    ["a system message that does not stand first", [{ role: "system", content: "x" }], "TypeError"],
    ["a picture", [{ role: "user", content: [{ type: "image", value: null }] }], "NotSupportedError"],
    ["the beginning of an answer", [{ role: "assistant", content: "x", prefix: true }], "NotSupportedError"],
  ] as const)("refuses %s", async (_, input, name) => {
    const session = await createLanguageModel(mockModel(["x"])).create();
    await expect(session.prompt(input)).rejects.toMatchObject({ name });
  });

  it("stands in for a browser's own only where there is none, and has its shape", () => {
    const place: { LanguageModel?: object } = {};
    expect(installLanguageModel(mockModel([]), place)).toBe(true);
    expect(installLanguageModel(mockModel([]), place)).toBe(false);
    const shape = (session: Session): Pick<LanguageModel, "append" | "contextUsage" | "contextWindow" | "destroy"> =>
      session;
    expect(shape).toBeTypeOf("function");
  });
});
