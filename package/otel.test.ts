import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import * as conventions from "@opentelemetry/semantic-conventions/incubating";
import { expect, it } from "vitest";
import * as z from "zod";
import { createAgent } from "./create-agent.ts";
import { defineTool } from "./define-tool.ts";
import { callTool, mockModel } from "./mock-model.ts";
import { traceRun } from "./otel.ts";

const add = defineTool({
  name: "add",
  description: "Adds.",
  effect: "reads",
  input: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => {
    if (a === 0) throw new Error("no zero");
    return a + b;
  },
});

async function record(content: boolean) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const model = mockModel([callTool("add", { a: 1, b: 2 }), callTool("add", { a: 0, b: 2 }), "Three."]);
  const answer = createAgent({ name: "sums", model, tools: [add] }).ask("1 + 2?");
  await traceRun(answer.events, { tracer: provider.getTracer("test"), trace, context, content });
  return exporter.getFinishedSpans();
}

it("is a span of the agent with one for each turn and each call in it, as the conventions name them", async () => {
  const spans = await record(false);
  expect(spans.map(({ name }) => name)).toEqual([
    ...["chat mock", "execute_tool add", "chat mock", "execute_tool add", "chat mock"],
    "invoke_agent sums",
  ]);
  const run = spans.at(-1);
  for (const span of spans.slice(0, -1)) expect(span.parentSpanContext?.spanId).toBe(run?.spanContext().spanId);
  expect(run?.attributes).toMatchObject({
    [conventions.ATTR_GEN_AI_OPERATION_NAME]: conventions.GEN_AI_OPERATION_NAME_VALUE_INVOKE_AGENT,
    [conventions.ATTR_GEN_AI_AGENT_NAME]: "sums",
    [conventions.ATTR_GEN_AI_REQUEST_MODEL]: "mock",
    [conventions.ATTR_GEN_AI_PROVIDER_NAME]: "alcove.scripted",
    [conventions.ATTR_GEN_AI_CONVERSATION_ID]: expect.any(String),
  });
  expect(spans[0]).toMatchObject({
    kind: SpanKind.INTERNAL,
    attributes: {
      [conventions.ATTR_GEN_AI_OPERATION_NAME]: conventions.GEN_AI_OPERATION_NAME_VALUE_CHAT,
      [conventions.ATTR_GEN_AI_REQUEST_TEMPERATURE]: 0,
      [conventions.ATTR_GEN_AI_USAGE_INPUT_TOKENS]: expect.any(Number),
      [conventions.ATTR_GEN_AI_USAGE_OUTPUT_TOKENS]: expect.any(Number),
      [conventions.ATTR_GEN_AI_RESPONSE_FINISH_REASONS]: ["stop"],
    },
  });
  expect(spans[1]).toMatchObject({
    status: { code: SpanStatusCode.UNSET },
    attributes: {
      [conventions.ATTR_GEN_AI_OPERATION_NAME]: conventions.GEN_AI_OPERATION_NAME_VALUE_EXECUTE_TOOL,
      [conventions.ATTR_GEN_AI_TOOL_NAME]: "add",
      [conventions.ATTR_GEN_AI_TOOL_CALL_ID]: expect.any(String),
      [conventions.ATTR_GEN_AI_TOOL_TYPE]: "function",
    },
  });
  expect(spans[3]).toMatchObject({ status: { code: SpanStatusCode.ERROR }, attributes: { "error.type": "failed" } });
});

it("holds nobody's words unless that is asked for", async () => {
  const words = (spans: Awaited<ReturnType<typeof record>>) =>
    JSON.stringify(spans.map(({ attributes }) => attributes));
  expect(words(await record(false))).not.toMatch(/1 \+ 2|Three|"\{/u);
  const told = words(await record(true));
  expect(told).toContain("1 + 2?");
  expect(told).toContain(conventions.ATTR_GEN_AI_TOOL_CALL_ARGUMENTS);
});

it("uses no name that the conventions do not have, and leaves out none that an operation requires", async () => {
  const known = new Set<unknown>(Object.values(conventions));
  const required = {
    invoke_agent: [conventions.ATTR_GEN_AI_PROVIDER_NAME, conventions.ATTR_GEN_AI_AGENT_NAME],
    chat: [conventions.ATTR_GEN_AI_PROVIDER_NAME, conventions.ATTR_GEN_AI_REQUEST_MODEL],
    execute_tool: [conventions.ATTR_GEN_AI_TOOL_NAME],
  };
  for (const { name, attributes, status } of await record(true)) {
    const names = Object.keys(attributes);
    expect(names.filter((key) => !key.startsWith("alcove.") && key !== "error.type" && !known.has(key))).toEqual([]);
    const operation = String(attributes[conventions.ATTR_GEN_AI_OPERATION_NAME]);
    expect(names).toEqual(expect.arrayContaining(required[operation as keyof typeof required]));
    expect(name.startsWith(`${operation} `)).toBe(true);
    expect(status.code === SpanStatusCode.ERROR).toBe(names.includes("error.type"));
  }
});

it("writes messages as roles with parts", async () => {
  const run = (await record(true)).at(-1);
  const read = (name: string): unknown => JSON.parse(String(run?.attributes[name]));
  expect(read(conventions.ATTR_GEN_AI_INPUT_MESSAGES)).toEqual([
    { role: "user", parts: [{ type: "text", content: "1 + 2?" }] },
  ]);
  expect(read(conventions.ATTR_GEN_AI_OUTPUT_MESSAGES)).toMatchObject([
    { role: "assistant", parts: [{ type: "text", content: "Three." }], finish_reason: "stop" },
  ]);
});
