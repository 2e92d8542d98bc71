import { McpServer } from "@modelcontextprotocol/server";
import type { Page } from "@playwright/test";
import * as z from "zod";
import { answerAsOllama, OLLAMA_HEADERS } from "../dev/scripts/package/fake-ollama.ts";
import { driveChat, showForDevelopers } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { addHome } from "./harness/test-server.ts";
import { serveMcp } from "./mcp-server.ts";
import { goTo, openFolds, openModelFolds } from "./page-driver.ts";

const OLLAMA = "http://localhost:11434";
/** The app has a `kom.memory.v1` of its own, whose names no server may take. */
const TOOL = "metal.memory.v1.upsert_memory";

test.use({ expectedOrigins: [OLLAMA] });

/** Stands in for Ollama at its own port, and writes these replies, or what `answerAsOllama` does. Returns the requests. */
async function standIn(page: Page, replies: readonly string[] = []): Promise<readonly string[]> {
  const asked: string[] = [];
  await page.context().route(`${OLLAMA}/**`, (route) => {
    const request = route.request();
    if (request.method() === "OPTIONS") return route.fulfill({ headers: OLLAMA_HEADERS, body: "" });
    const isAsked = request.url().endsWith("/api/generate");
    if (isAsked) asked.push(request.postData() ?? "");
    const reply = isAsked ? replies[asked.length - 1] : undefined;
    const end = JSON.stringify({ response: "", done: true, done_reason: "stop", prompt_eval_count: 1, eval_count: 1 });
    const body =
      reply === undefined
        ? answerAsOllama(request.url(), request.postData())
        : `${JSON.stringify({ response: reply })}\n${end}`;
    return route.fulfill({ headers: OLLAMA_HEADERS, body });
  });
  return asked;
}

/** Enters Ollama by its host alone, and loads the page anew with it. */
async function useOllama(page: Page): Promise<void> {
  await page.goto("./?engine=scripted#/settings/connections");
  const form = page.getByTestId("own-server");
  await form.getByRole("combobox", { name: "Kind of server" }).selectOption("Ollama");
  await expect(form.getByLabel("Address")).toHaveAttribute("placeholder", "127.0.0.1:11434");
  await form.getByLabel("Address").fill("localhost");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByTestId("own-server-state")).toHaveText(
    "Saved. After a reload, questions go to localhost:11434.",
  );
  await page.goto("about:blank");
  await page.goto("./");
  await expect(page.getByTestId("model-status")).toHaveText("Questions go to localhost:11434");
}

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
  await page.addInitScript((origin) => {
    if (location.protocol === "http:") localStorage.setItem("alcove.allowed-hosts", JSON.stringify([origin]));
  }, new URL(server.url).origin);
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
  await chat.ask("Let the server keep for project:metal: embedding model comparison takeaways.");
  await page.getByRole("button", { name: "Allow once" }).click();
  await chat.waitForEnd();
  await expect(chat.cards(TOOL).getByTestId("tool-result")).toContainText("upserted");
  await expect(chat.answer.getByTestId("answer-text").last()).toContainText('"upserted":1');
  expect(notes).toEqual([note]);
  await server.close();
});
