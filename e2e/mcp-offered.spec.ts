import { expect, test } from "./harness/test.ts";

interface OfferedTool {
  readonly name: string;
  execute(input: unknown): Promise<string>;
}

/** The part of a browser's model context that a page registers its tools with. */
interface FakeContext {
  readonly tools: Map<string, OfferedTool>;
  registerTool(tool: OfferedTool, options: { readonly signal: AbortSignal }): Promise<void>;
}

declare global {
  interface Document {
    modelContext?: FakeContext;
  }
  interface Window {
    answers: unknown[];
    port: MessagePort;
  }
}

const SEARCH = "kom.memory.v1.search_memory";

test("other programs get the tools that are offered, each reading of notes is asked, and all of it can be taken back", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const tools = new Map<string, OfferedTool>();
    document.modelContext = {
      tools,
      async registerTool(tool, { signal }) {
        tools.set(tool.name, tool);
        signal.addEventListener("abort", () => tools.delete(tool.name));
      },
    };
  });
  const listTools = (): Promise<readonly string[]> =>
    page.evaluate(() => [...(document.modelContext?.tools.keys() ?? [])]);
  await page.goto("./?engine=scripted&model=scripted:parts#/settings/connections");
  const offered = page.getByTestId("offered");
  const memory = offered.getByRole("checkbox", { name: SEARCH });
  await expect(memory).not.toBeChecked();
  expect(await listTools()).toEqual([]);
  await memory.check();
  await expect.poll(listTools).toEqual([SEARCH]);

  // The browser's agent calls, wherever the user is.
  const answer = page.evaluate(
    (name) => document.modelContext?.tools.get(name)?.execute({ namespace: "notes", query: { text: "dentist" } }),
    SEARCH,
  );
  await page.getByRole("button", { name: "Look at it" }).click();
  const card = page.locator('[data-testid="tool-card"][data-state="needs-approval"]');
  await expect(card).toContainText("dentist");
  await page.screenshot({ path: "test-results/offered-asks.png" });
  await card.getByRole("button", { name: "Allow once" }).click();
  expect(typeof (await answer)).toBe("string");
  await expect(page.getByRole("heading", { name: "browser" })).toBeVisible();

  // A script of this page connects over a port.
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    window.answers = [];
    window.port = port1;
    port1.onmessage = ({ data }) => window.answers.push(data);
    window.postMessage({ type: "alcove-mcp-client", name: "planner" }, origin, [port2]);
    port1.postMessage({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "planner", version: "1" } },
    });
    port1.postMessage({ jsonrpc: "2.0", method: "notifications/initialized" });
    port1.postMessage({ jsonrpc: "2.0", id: 2, method: "tools/list", params: {} });
  });
  await expect.poll(() => page.evaluate(() => JSON.stringify(window.answers))).toContain(SEARCH);
  await page.evaluate(() => {
    location.hash = "#/settings/connections";
  });
  await expect(offered).toContainText("planner");
  await page.screenshot({ path: "test-results/offered-list.png", fullPage: true });
  await offered.getByRole("button", { name: "Disconnect" }).click();
  await expect(offered).not.toContainText("planner");
  await offered.getByRole("button", { name: "Offer none" }).click();
  await expect.poll(listTools).toEqual([]);
});
