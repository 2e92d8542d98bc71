import { describe, expect, it } from "vitest";
import type { ToolSpec } from "../../../worker/protocol/tool.ts";
import { toSlashCommand } from "./slash-command.ts";

function tool(name: string, properties: Record<string, { type: string }>, required: string[]): ToolSpec {
  return { name, description: "", parameters: { type: "object", properties, required } };
}

const TOOLS = [
  tool("calculate", { expression: { type: "string" } }, ["expression"]),
  tool("add", { a: { type: "number" }, b: { type: "number" } }, ["a", "b"]),
  tool("toString", {}, []),
];

describe("slash commands", () => {
  it("run a tool with JSON arguments", () => {
    expect(toSlashCommand('/add {"a": 1, "b": 2}', TOOLS)).toEqual({
      type: "run-tool",
      name: "add",
      input: { a: 1, b: 2 },
    });
  });

  it("take plain text for a tool with one text property", () => {
    expect(toSlashCommand("/calculate (3 + 5) * 2", TOOLS)).toEqual({
      type: "run-tool",
      name: "calculate",
      input: { expression: "(3 + 5) * 2" },
    });
  });

  it("run a tool without arguments, whatever its name", () => {
    expect(toSlashCommand("/toString", TOOLS)).toEqual({ type: "run-tool", name: "toString", input: {} });
    expect(toSlashCommand("/constructor", TOOLS)).toEqual({ type: "unknown-tool", name: "constructor" });
  });

  it("refuse what is not an object or reaches for a prototype", () => {
    for (const input of ["{", '{"__proto__": {"a": 1}}', "1 2"]) {
      expect(toSlashCommand(`/add ${input}`, TOOLS)).toEqual({ type: "bad-arguments", name: "add" });
    }
  });

  it("have older messages summed up, unless a tool has that name", () => {
    expect(toSlashCommand("/compact", TOOLS)).toEqual({ type: "compact" });
    expect(toSlashCommand("/compact", [tool("compact", {}, [])]).type).toBe("run-tool");
  });

  it("are not meant by text that only looks like a path or a comment", () => {
    for (const text of ["/", "//", "/etc/passwd is a file", "a /add b", " /foo bar", ""]) {
      expect(toSlashCommand(text, TOOLS).type).toBe("none");
    }
  });
});
