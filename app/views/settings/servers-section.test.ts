import { describe, expect, it } from "vitest";
import { toMcpUrl, toServerName } from "./servers-section.tsx";

describe("the address of an MCP server", () => {
  it.each([
    ["localhost:4555/mcp", "http://localhost:4555/mcp"],
    [" 127.0.0.1:4555/mcp ", "http://127.0.0.1:4555/mcp"],
    ["tools.example/mcp", "https://tools.example/mcp"],
    ["https://tools.example/mcp", "https://tools.example/mcp"],
  ])("%j is understood as %s", (text, url) => {
    expect(toMcpUrl(text)).toBe(url);
  });

  it.each(["", "two words", "http://tools.example/mcp", "ftp://localhost", "http://user:pass@localhost"])(
    "%j is refused",
    (text) => {
      expect(toMcpUrl(text)).toBeNull();
    },
  );

  it("gives a name to a server without one", () => {
    expect(toServerName("http://localhost:4555/mcp")).toBe("localhost-4555");
    expect(toServerName("https://tools.example/mcp")).toBe("tools-example");
  });
});
