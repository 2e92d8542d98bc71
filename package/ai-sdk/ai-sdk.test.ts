import {
  convertToModelMessages,
  generateText,
  Output,
  readUIMessageStream,
  stepCountIs,
  streamText,
  ToolLoopAgent,
  tool,
  type UIMessage,
} from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../alcove.ts";
import { createAgent } from "../create-agent.ts";
import { scripted } from "../engines/scripted.ts";
import { callTool, mockModel } from "../mock-model.ts";
import { createAgentTransport } from "./agent-stream.ts";
import { toLanguageModel } from "./language-model.ts";

const call = (name: string, args: object): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

const add = tool({
  description: "Adds.",
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => ({ sum: a + b }),
});

describe("a model of ours under the SDK's own functions", () => {
  it("answers generateText, with its usage", async () => {
    const model = toLanguageModel(mockModel(["Hello there."]));
    const { text, finishReason, usage } = await generateText({ model, system: "Be kind.", prompt: "Hi" });
    expect({ text, finishReason }).toEqual({ text: "Hello there.", finishReason: "stop" });
    expect(usage.outputTokens).toBe(3);
  });

  it("calls a tool and goes on with its result, whose messages it reads back", async () => {
    const mock = mockModel([callTool("add", { a: 17, b: 25 }), ({ messages }) => `It is ${messages.at(-1)?.text}.`]);
    const { text, steps } = await generateText({
      model: toLanguageModel(mock),
      tools: { add },
      stopWhen: stepCountIs(5),
      prompt: "17 + 25?",
    });
    expect(text).toBe('It is {"sum":42}.');
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(["tool-calls", "stop"]);
    mock.assertTools(["add"]);
    expect(mock.requests[1]?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
  });

  it("streams text, thoughts and calls", async () => {
    const model = toLanguageModel(
      scripted([`<think>Adding.</think>Let me see.\n${call("add", { a: 1, b: 2 })}`, "Three."]),
    );
    const result = streamText({ model, tools: { add }, stopWhen: stepCountIs(3), prompt: "1 + 2?" });
    const types: string[] = [];
    for await (const part of result.fullStream) if (types.at(-1) !== part.type) types.push(part.type);
    expect(types).toEqual(
      expect.arrayContaining([
        "reasoning-delta",
        "text-delta",
        "tool-input-start",
        "tool-call",
        "tool-result",
        "finish",
      ]),
    );
    expect(await result.text).toBe("Three.");
    expect((await result.steps)[0]?.reasoningText).toBe("Adding.");
  });

  it("runs the SDK's own loop agent", async () => {
    const model = toLanguageModel(scripted([call("add", { a: 1, b: 2 }), call("add", { a: 3, b: 4 }), "Done: 7."]));
    const agent = new ToolLoopAgent({ model, tools: { add }, instructions: "Add." });
    const { text, steps } = await agent.generate({ prompt: "1 + 2, then + 4" });
    expect({ text, steps: steps.length }).toEqual({ text: "Done: 7.", steps: 3 });
  });

  it("gives objects of a schema", async () => {
    const model = toLanguageModel(scripted(['{"city":"Graz","days":3}']));
    const schema = z.object({ city: z.string(), days: z.number() });
    const { output } = await generateText({ model, output: Output.object({ schema }), prompt: "A trip?" });
    expect(output).toEqual({ city: "Graz", days: 3 });
  });

  it("asks again for a call that cannot be read, and for one that was demanded", async () => {
    const model = toLanguageModel(scripted(['<tool_call>\n{"name": "add"\n</tool_call>', call("add", { a: 1, b: 1 })]));
    const broken = await generateText({ model, tools: { add }, prompt: "1 + 1?" });
    expect(broken.toolCalls).toMatchObject([{ toolName: "add", input: { a: 1, b: 1 } }]);
    const shy = toLanguageModel(scripted(["I would rather talk.", call("add", { a: 1, b: 1 })]));
    const demanded = await generateText({ model: shy, tools: { add }, toolChoice: "required", prompt: "1 + 1?" });
    expect(demanded.toolCalls).toHaveLength(1);
  });

  it("rejects with the engine's failure, and ends when it is stopped", async () => {
    const failing = toLanguageModel(mockModel([{ failure: "out-of-memory", detail: "no room" }]));
    await expect(generateText({ model: failing, prompt: "Hi", maxRetries: 0 })).rejects.toThrow("out-of-memory");
    const stopped = generateText({
      model: toLanguageModel(mockModel(["Hello"])),
      prompt: "Hi",
      maxRetries: 0,
      abortSignal: AbortSignal.abort(),
    });
    await expect(stopped).rejects.toThrow(/abort/iu);
  });
});

describe("an agent under the SDK's chat hooks", () => {
  const length = defineTool({
    name: "length",
    description: "Counts letters.",
    effect: "reads",
    input: z.object({ word: z.string() }),
    run: ({ word }) => word.length,
  });
  const question = (id: string, text: string): UIMessage => ({ id, role: "user", parts: [{ type: "text", text }] });

  async function read(
    stream: ReadableStream<
      Parameters<typeof readUIMessageStream>[0]["stream"] extends ReadableStream<infer Chunk> ? Chunk : never
    >,
  ) {
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream })) last = message;
    return last;
  }

  it("is a message of steps with calls that have been made", async () => {
    const mock = mockModel([callTool("length", { word: "hello" }), "Five letters.", "I said five."]);
    const transport = createAgentTransport(createAgent({ model: mock, tools: [length] }));
    const first = question("q1", "How long is hello?");
    const send = (messages: UIMessage[]) =>
      transport.sendMessages({
        trigger: "submit-message",
        chatId: "c",
        messageId: undefined,
        messages,
        abortSignal: undefined,
      });
    const answer = await read(await send([first]));
    const parts = answer?.parts.map(({ type }) => type);
    expect(parts).toEqual(["step-start", "dynamic-tool", "step-start", "text"]);
    expect(answer?.parts[1]).toMatchObject({
      toolName: "length",
      state: "output-available",
      input: { word: "hello" },
      output: "5",
    });
    if (answer === undefined) throw new Error("no answer");
    await convertToModelMessages([first, answer]);
    await read(await send([first, answer, question("q2", "What did you say?")]));
    expect(mock.requests[2]?.messages.filter(({ role }) => role === "user").map(({ text }) => text)).toEqual([
      "How long is hello?",
      "What did you say?",
    ]);
  });

  it("says why there is no answer", async () => {
    const agent = createAgent({ model: mockModel([{ failure: "device-lost" }]) });
    const stream = await createAgentTransport(agent).sendMessages({
      trigger: "submit-message",
      chatId: "c",
      messageId: undefined,
      messages: [question("q1", "Hi")],
      abortSignal: undefined,
    });
    const chunks: { readonly type: string }[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks).toContainEqual(
      expect.objectContaining({ type: "error", errorText: expect.stringContaining("device-lost") }),
    );
  });
});
