import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../worker/protocol/json.ts";
import type { ToolOutcome, ToolSpec } from "../../worker/protocol/tool.ts";
import { findModelContext, keepOffering, type ModelContext, offerTools, type WebMcpTool } from "./web-mcp.ts";

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

const offer = async (outcome: ToolOutcome, taken: readonly string[] = []) => {
  const context = createModelContext(taken);
  const calls: [string, string, JsonObject][] = [];
  const controller = new AbortController();
  const names = await offerTools(
    context,
    [spec("calculate", "reads"), spec("memory_write", "writes")],
    async (step) => {
      if (step.type === "call") calls.push([step.client, step.name, step.input]);
      return { ok: true, value: { clients: [], outcome } };
    },
    controller.signal,
  );
  return { context, calls, controller, names };
};

describe("tools offered to the browser's agent", () => {
  it("are those that the user offers, as long as they do", () => {
    const context = createModelContext();
    const change: { listener: () => void } = { listener: () => {} };
    let offeredTools: readonly string[] = [];
    const skills = [
      { name: "a", description: "a", tools: [spec("calculate", "reads"), spec("memory_write", "writes")] },
    ];
    const store = {
      getState: () => ({ skills, settings: { offeredTools } }),
      subscribe: (listener: () => void) => {
        change.listener = listener;
      },
    };
    keepOffering(context, { api: { takeOffered: async () => ({ ok: true, value: { clients: [] } }) }, store });
    expect(context.tools.size).toBe(0);
    offeredTools = ["memory_write", "unknown"];
    change.listener();
    expect([...context.tools.keys()]).toEqual(["memory_write"]);
    expect(context.tools.get("memory_write")).toMatchObject({
      description: "memory_write does",
      inputSchema: { type: "object" },
      annotations: { readOnlyHint: false, untrustedContentHint: true },
    });
    offeredTools = [];
    change.listener();
    expect(context.tools.size).toBe(0);
  });

  it("run through the agent, with its checks", async () => {
    const content = [{ type: "json", value: 16 } as const, { type: "text", text: "done" } as const];
    const { context, calls } = await offer({ type: "success", content });
    expect(await context.tools.get("calculate")?.execute({ expression: "(3 + 5) * 2" })).toBe("16\ndone");
    expect(calls).toEqual([["browser", "calculate", { expression: "(3 + 5) * 2" }]]);
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
    expect(names).toEqual(["memory_write"]);
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
