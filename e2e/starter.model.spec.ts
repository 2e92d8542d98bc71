import { existsSync } from "node:fs";
import { ADAPTER_FILE } from "../dev/bench/starter/merge-starter-file.ts";
import { CHROMIUM_FLAGS } from "../dev/scripts/find-chromium.ts";
import type { RunEvent } from "../worker/protocol/run-event.ts";
import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { addHome } from "./harness/test-server.ts";
import { startMcpServer } from "./mcp-server.ts";
import { exportRun, goTo } from "./page-driver.ts";

/** Of a browser that offers no GPU to web pages. */
const FLAGS = CHROMIUM_FLAGS.filter((flag) => !flag.includes("webgpu"));

test("the starter model goes on with the processor where there is no GPU, calls a tool and answers with its result; a note outlives a reload; a script is written by hand; all of it without the server", async ({
  serveApp,
  profile,
  expectErrors,
}) => {
  const server = await serveApp();
  const context = await profile.open(["--disable-features=WebGPU"], FLAGS);
  const page = await context.newPage();
  const chat = driveChat(page, server.url);

  await test.step("the one who asked for the GPU is offered the processor, and goes on there once they agree", async () => {
    await page.goto(`${server.url}?engine=webllm&model=tiny`);
    const status = page.getByTestId("model-status");
    const offer = page.getByTestId("engine-loss");
    await expect(offer).toContainText("This browser offers no GPU to web pages.");
    await expect(status).toHaveAttribute("data-state", "failed");
    await offer.getByRole("button", { name: "Go on with the processor (slower)" }).click();
    await expect(status).toHaveAttribute("data-state", "ready", { timeout: 120_000 });
    await expect(offer).toHaveCount(0);
    await page.goto(server.url);
    await expect(status).toHaveAttribute("data-state", "ready", { timeout: 120_000 });
    await expect(status).toContainText("SmolLM2 135M");
  });

  await test.step("a calculation", async () => {
    await chat.ask("9 boxes hold 24 eggs each, how many eggs is that?");
    await chat.waitForEnd(300_000);
    await expect(chat.cards("calculate").getByTestId("tool-result")).toContainText("216");
    await expect(chat.answer.getByTestId("answer-text").last()).toContainText("216");
    // What a sum in words asks for needs no model.
    await chat.ask("Wie viel sind 200 minus 35 Prozent?");
    await chat.waitForEnd(10_000);
    await expect(chat.answer.getByTestId("answer-text").last()).toContainText("130");
  });

  await test.step("a note in a second conversation", async () => {
    await page.getByRole("link", { name: "New chat" }).click();
    await chat.ask("Remember that my bicycle is green");
    await chat.waitForEnd(300_000);
    await expect(chat.cards("memory_write")).toHaveAttribute("data-state", "done");
  });

  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expectErrors(/ERR_CONNECTION_REFUSED|Failed to load resource/);
  await server.stop();

  await test.step("found after a reload, in a third one, with the server stopped", async () => {
    await page.goto("about:blank");
    await chat.open("engine=wllama");
    await chat.ask("What do my notes say about the bicycle?");
    await chat.waitForEnd(300_000);
    await expect(chat.answer.getByTestId("answer-text").last()).toContainText(/green/i);
    await expect(chat.answer.getByTestId("recalled")).toContainText("my bicycle is green");
  });

  await test.step("a text is read, which has few lines", async () => {
    const files = page.getByTestId("attach-input");
    await page.getByRole("link", { name: "New chat" }).click();
    await files.setInputFiles(toFile("lease.txt", "Landlord: Maria Keller\nMonthly rent: 840 euros, due on the 3rd"));
    await chat.ask("How high is the monthly rent?");
    await chat.waitForEnd(300_000);
    await expect(chat.answer.getByTestId("answer-text").last()).toContainText("840");
    await expect(chat.answer.getByTestId("tool-card")).toHaveCount(0);
  });

  await test.step("a script by hand sorts a table, which the model is too small to write", async () => {
    await page.getByRole("link", { name: "New chat" }).click();
    await page
      .getByTestId("attach-input")
      .setInputFiles(toFile("rents.csv", "city,rent\nGraz,700\nLinz,650\nLinz,690"));
    await chat.ask("Here is a table.");
    await chat.waitForEnd(300_000);
    await chat.chooseSkill("code");
    await page.getByRole("button", { name: "New script" }).click();
    const panel = page.getByTestId("panel");
    await panel.getByLabel("Add a file").selectOption("rents.csv");
    await panel
      .getByRole("textbox", { name: "The script" })
      .fill('show.table(tables["rents.csv"].toSorted((one, other) => one.rent - other.rent));');
    await panel.getByRole("button", { name: "Run" }).click();
    await expect(panel.getByTestId("table-result").getByRole("row").nth(1)).toHaveText(/Linz\s*650/);
  });
});

function toFile(name: string, text: string) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

const WEATHER = `[tool]
name = "city_weather"
version = "1.0.0"
description = "Tells the weather of a city."
[args.city]
type = "string"
required = true
description = "Name of the city"
[javascript]
source = "return { city: input.city, temperature: 17 }"
[output]
format = "json"
[output.schema]
type = "object"
`;
const TRAVEL = `---
name: travel
description: Answer questions about journeys and the weather.
tools: [city_weather]
---
Look the weather up, then tell it.
`;

test("the tuned starter works the seeds' examples out step by step, reads the help skill's text, and uses a tool and a skill that came as files and the tool of an MCP server", async ({
  page,
}) => {
  test.skip(!existsSync(ADAPTER_FILE), "there is no adapter for the starter in this checkout");
  const parts = await startMcpServer();
  addHome(parts.url);
  const origin = new URL(parts.url).origin;
  await page.addInitScript((host) => localStorage.setItem("alcove.allowed-hosts", JSON.stringify([host])), origin);
  await page.goto("./?engine=wllama&model=starter#/settings/connections");
  const chat = driveChat(page);
  const ask = async (skill: string, question: string): Promise<void> => {
    await goTo(page, "#/");
    await chat.chooseSkill(skill);
    await chat.ask(question);
  };
  const answerText = chat.answer.getByTestId("answer-text").last();

  await test.step("a server's tool is allowed, a tool and a skill are picked as files", async () => {
    const form = page.getByRole("form", { name: "Add server" });
    await form.getByText("Details").click();
    await form.getByLabel("Name").fill("parts");
    await form.getByLabel("Address").fill(parts.url);
    await form.getByRole("button", { name: "Add server" }).click();
    await page.getByRole("button", { name: "Allow lookup_part" }).click();
    await goTo(page, "#/tools");
    await page
      .getByTestId("tool-file-input")
      .setInputFiles([toFile("city_weather.clad.toml", WEATHER), toFile("SKILL.md", TRAVEL)]);
    await expect(page.getByTestId("own-file")).toHaveCount(2);
    await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready", { timeout: 180_000 });
  });

  await test.step("the calculator comes to 16", async () => {
    await ask("calculator", "What is (3 + 5) * 2?");
    await chat.waitForEnd(300_000);
    await expect(chat.cards("add").getByTestId("tool-result")).toContainText("8");
    await expect(chat.cards("multiply").getByTestId("tool-result")).toContainText("16");
    await expect(answerText).toContainText("16");
  });

  await test.step("the next question of the conversation costs hardly more than itself", async () => {
    await chat.ask("What is 7 - 4?");
    await chat.waitForEnd(300_000);
    const { events } = JSON.parse(await exportRun(page)) as { readonly events: readonly RunEvent[] };
    const end = events.find((event) => event.type === "turn-end");
    // The question has seven tokens.
    expect(end?.type === "turn-end" ? end.usage.promptTokens : null).toBeLessThanOrEqual(27);
    await page.getByRole("link", { name: "New chat" }).click();
  });

  await test.step("the letters come to 3.1622776601683795", async () => {
    const question = 'What is the square root of the sum of the numbers of letters in the words "hello" and "world"?';
    await ask("letters", question);
    await chat.waitForEnd(300_000);
    await expect(chat.cards("sqrt").getByTestId("tool-result")).toContainText("3.1622776601683795");
    await expect(answerText).toContainText("3.1622776601683795");
    await page.getByRole("link", { name: "New chat" }).click();
  });

  await test.step("help is read from its text", async () => {
    await ask("help", "Which models are there?");
    await chat.waitForEnd(300_000);
    await expect(chat.cards("about_models")).toHaveAttribute("data-state", "done");
    await page.getByRole("link", { name: "New chat" }).click();
  });

  await test.step("the tool from a file tells the weather", async () => {
    await ask("travel", "What is the weather in Graz?");
    await page.getByRole("button", { name: "Allow once" }).click({ timeout: 300_000 });
    await chat.waitForEnd(300_000);
    await expect(chat.cards("city_weather").getByTestId("tool-result")).toContainText("Graz");
    await expect(answerText).toContainText("17");
    await page.getByRole("link", { name: "New chat" }).click();
  });

  await test.step("the server's tool finds a part", async () => {
    await ask("mcp-parts", "Which shelf is the bolt on?");
    await page.getByRole("button", { name: "Allow once" }).click({ timeout: 300_000 });
    await chat.waitForEnd(300_000);
    expect(parts.calls).toMatchObject([{ part: "bolt" }]);
    await expect(chat.cards("parts.lookup_part").getByTestId("tool-result")).toContainText("4");
    await expect(answerText).toContainText("4");
  });
  await parts.close();
});
