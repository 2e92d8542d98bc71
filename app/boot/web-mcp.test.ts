import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../worker/protocol/json.ts";
import type { ToolOutcome, ToolSpec } from "../../worker/protocol/tool.ts";
import { findModelContext, type ModelContext, offerTools, type WebMcpTool } from "./web-mcp.ts";

const spec = (name: string, effect?: ToolSpec["effect"]): ToolSpec => ({
  name,
  description: `${name} does`,
  parameters: { type: "object", properties: {} },
  ...(effect === undefined ? {} : { effect }),
});

/** A browser's model context: refuses names that are taken, forgets tools whose signal fires. */
function createModelContext(taken: readonly string[] = []): ModelContext & { readonly tools: Map<string, WebMcpTool> } {
  const tools = new Map<string, WebMcpTool>();
  return {
    tools,
    async registerTool(tool, { signal }) {
      if (taken.includes(tool.name)) throw new DOMException("taken", "InvalidStateError");
      tools.set(tool.name, tool);
      signal.addEventListener("abort", () => tools.delete(tool.name));
    },
  };
}

const skills = [
  {
    name: "a",
    description: "a",
    tools: [spec("calculate", "reads"), spec("memory_search", "reads"), spec("memory_write", "writes")],
  },
  {
    name: "b",
    description: "b",
    tools: [
      spec("calculate", "reads"),
      spec("unsure"),
      spec("post", "sends"),
      { ...spec("ask", "reads"), asks: true as const },
      spec("toString", "reads"),
      { ...spec("list_tasks", "reads"), personal: true as const },
    ],
  },
];

const offer = async (outcome: ToolOutcome, taken: readonly string[] = []) => {
  const context = createModelContext(taken);
  const calls: [string, JsonObject][] = [];
  const controller = new AbortController();
  const names = await offerTools(
    context,
    skills,
    async (name, input) => {
      calls.push([name, input]);
      return { outcome };
    },
    controller.signal,
  );
  return { context, calls, controller, names };
};

describe("tools offered to the browser's agent", () => {
  it("are only those that change nothing and read nothing of the user's", async () => {
    const { names, context } = await offer({ type: "cancelled" });
    expect(names).toEqual(["calculate", "toString"]);
    expect(context.tools.get("calculate")).toMatchObject({
      description: "calculate does",
      inputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
    });
  });

  it("run through the agent, with its checks", async () => {
    const content = [{ type: "json", value: 16 } as const, { type: "text", text: "done" } as const];
    const { context, calls } = await offer({ type: "success", content });
    expect(await context.tools.get("calculate")?.execute({ expression: "(3 + 5) * 2" })).toBe("16\ndone");
    expect(calls).toEqual([["calculate", { expression: "(3 + 5) * 2" }]]);
  });

  it.each<[ToolOutcome, string]>([
    [{ type: "failed", message: "Division by zero." }, "Division by zero."],
    [{ type: "invalid-arguments", problems: [{ path: "/a", message: "is missing" }], schema: {} }, "/a is missing"],
    [{ type: "timed-out", timeoutMs: 5 }, "longer than 5 ms"],
    [{ type: "denied", reason: "secret thoughts" }, "The person declined."],
    [{ type: "not-allowed", toolName: "x", skillName: "y", allowed: ["hidden"] }, "not offered any more"],
    [{ type: "duplicate" }, "not carried out"],
  ])("fail in a sentence on %j", async (outcome, message) => {
    const { context } = await offer(outcome);
    await expect(context.tools.get("calculate")?.execute({})).rejects.toThrow(message);
  });

  it("take no arguments that could do harm", async () => {
    const { context, calls } = await offer({ type: "cancelled" });
    const execute = (input: unknown) => context.tools.get("calculate")?.execute(input);
    await expect(execute(JSON.parse('{"__proto__":{}}'))).rejects.toThrow("refused");
    await expect(execute("text")).rejects.toThrow("must be an object");
    expect(calls).toEqual([]);
  });

  it("survive one that the browser refuses, and go away with the signal", async () => {
    const { names, context, controller } = await offer({ type: "cancelled" }, ["calculate"]);
    expect(names).toEqual(["toString"]);
    controller.abort();
    expect(context.tools.size).toBe(0);
  });
});

describe("a browser", () => {
  it("without WebMCP is left alone", () => {
    expect(findModelContext({})).toBeUndefined();
    expect(findModelContext({ modelContext: {} })).toBeUndefined();
    expect(findModelContext({ modelContext: null })).toBeUndefined();
  });

  it("with it is found", () => {
    const modelContext = createModelContext();
    expect(findModelContext({ modelContext })).toBe(modelContext);
  });
});
