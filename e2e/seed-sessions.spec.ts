import { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { driveChat, showForDevelopers } from "./harness/chat-page.ts";
import { allowHost, OLLAMA, standIn, useOllama } from "./harness/ollama-page.ts";
import { expect, test } from "./harness/test.ts";
import { addHome } from "./harness/test-server.ts";
import { serveMcp } from "./mcp-server.ts";
import { goTo, openFolds, openModelFolds } from "./page-driver.ts";

/** The app has a `kom.memory.v1` of its own, whose names no server may take. */
const TOOL = "metal.memory.v1.upsert_memory";

test.use({ expectedOrigins: [OLLAMA] });

test("Ollama by its host alone is reached at its own port, at the temperature that was set, and its calls are run", async ({
  page,
}) => {
  const asked = await standIn(page);
  await useOllama(page);
  await showForDevelopers(page);
  await goTo(page, "#/settings/developer");
  await openFolds(page);
  await page.getByLabel("Temperature").fill("0.1");
  await page.getByLabel("Temperature").blur();
  await goTo(page, "#/");
  const chat = driveChat(page);
  await chat.chooseSkill("calculator");
  await chat.ask("What is 17 + 25?");
  await chat.waitForEnd();
  await expect(chat.cards("add").getByTestId("tool-result")).toContainText("42");
  await expect(chat.answer.getByTestId("answer-text").last()).toContainText("17 + 25 is 42.");
  expect(asked.length).toBeGreaterThan(1);
  expect(JSON.parse(asked.at(-1) ?? "{}").options.temperature).toBe(0.1);
});

test("a note in the JSON protocol goes to a server's memory by consent, and what it says is told", async ({ page }) => {
  const notes: unknown[] = [];
  const server = await serveMcp(() => {
    const kom = new McpServer({ name: "kom", version: "1.0.0" });
    const inputSchema = z.object({ namespace: z.string(), items: z.array(z.object({ text: z.string() })) });
    kom.registerTool("memory.v1.upsert_memory", { description: "Saves notes.", inputSchema }, (note) => {
      notes.push(note);
      return { content: [{ type: "text", text: JSON.stringify({ upserted: note.items.length }) }] };
    });
    return kom;
  });
  addHome(server.url);
  const note = { namespace: "project:metal", items: [{ text: "Embedding model comparison takeaways" }] };
  const call = { thought: "need to upsert note", action: { tool: TOOL, args: note } };
  await standIn(page, [
    "Sure, I will save it.",
    JSON.stringify(call),
    '{"final":{"content":{"status":"ok","upserted":1}}}',
  ]);
  await allowHost(page, new URL(server.url).origin);
  await useOllama(page);
  await goTo(page, "#/settings/connections");
  const form = page.getByRole("form", { name: "Add server" });
  await form.getByText("Details").click();
  await form.getByLabel(/^Name/).fill("metal");
  await form.getByLabel("Address").fill(server.url);
  await form.getByRole("button", { name: "Add server" }).click();
  await page.getByRole("button", { name: "Allow memory.v1.upsert_memory" }).click();
  await showForDevelopers(page);
  await goTo(page, "#/models");
  await openModelFolds(page);
  const speaks = page.getByTestId("speaks").first();
  await speaks.getByRole("combobox", { name: "Speaks" }).selectOption("JSON protocol (thought, action, final)");

  await goTo(page, "#/");
  const chat = driveChat(page);
  await chat.chooseSkill("mcp-metal");
  // The app's own notes would read it without the model, and are not this mode's.
  await chat.ask('Save this note: "Embedding model comparison takeaways" into project:metal');
  await page.getByRole("button", { name: "Allow once" }).click();
  await chat.waitForEnd();
  await expect(chat.cards(TOOL).getByTestId("tool-result")).toContainText("upserted");
  await expect(chat.answer.getByTestId("answer-text").last()).toContainText('"upserted":1');
  expect(notes).toEqual([note]);
  await server.close();
});
