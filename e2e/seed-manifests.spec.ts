import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { SHOUT_MANIFEST } from "../worker/tools/manifest/manifests.fixture.ts";
import { driveChat, showForDevelopers } from "./harness/chat-page.ts";
import { allowHost, OLLAMA, standIn, useOllama } from "./harness/ollama-page.ts";
import { expect, test } from "./harness/test.ts";
import { goTo } from "./page-driver.ts";

const STORE = "https://store.example";
const SECRET = "s3cret-4711";

const STOCK = `[tool]
name = "stock"
version = "1"
description = "Tells how many of a part are in store."
[args.part]
type = "string"
required = true
description = "The part"
[args.days]
type = "integer"
min = 1
max = 30
clamp = true
default = 7
[http]
url = "${STORE}/parts/{part}?days={days}"
method = "GET"
[http.headers]
Authorization = "Bearer {_secret:store}"
[output]
format = "json"
[output.schema]
type = "object"
`;

const WORDS = "There are 12 bolts, and loudly: 12 BOLTS.";

test.use({ expectedOrigins: [OLLAMA, STORE] });

const writeCall = (name: string, args: object): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

/** Gives the page files of tools as somebody does who has them on disk. */
async function dropTools(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await page
    .getByTestId("tool-file-input")
    .setInputFiles(
      Object.entries(files).map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })),
    );
}

test("two manifests are dropped, called and answered: a misfit goes back, the secret to its host alone, and both providers' forms hold it all", async ({
  page,
}) => {
  const sent: { url: string; key: string | undefined }[] = [];
  await page.context().route(`${STORE}/**`, (route) => {
    const request = route.request();
    const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    if (request.method() === "OPTIONS") return route.fulfill({ headers, body: "" });
    sent.push({ url: request.url(), key: request.headers().authorization });
    return route.fulfill({ headers, json: { part: "bolts", count: 12 } });
  });
  const asked = await standIn(page, [
    writeCall("stock", { days: 90 }),
    writeCall("stock", { part: "bolts", days: 90 }),
    writeCall("shout", { text: "12 bolts" }),
    WORDS,
  ]);
  await allowHost(page, STORE);
  await useOllama(page);

  await goTo(page, "#/tools");
  await dropTools(page, {
    "stock.clad.toml": STOCK.replace('type = "integer"', 'type = "whole"'),
    "shout.clad.toml": SHOUT_MANIFEST,
  });
  await expect(page.getByTestId("own-file-faults")).toContainText("stock.clad.toml:10");
  await dropTools(page, { "stock.clad.toml": STOCK });
  const stock = page.locator('[data-testid="own-file"] [data-tool="stock"]');
  await stock.locator("summary").first().click();
  await stock.getByLabel("Secret “store” for store.example").fill(SECRET);
  await stock.getByRole("button", { name: "Save" }).click();
  await expect(stock.getByLabel("Secret “store”")).toHaveCount(0);

  await goTo(page, "#/");
  const chat = driveChat(page);
  await chat.ask("How many bolts are there? Shout it.");
  await expect(chat.cards("stock").last()).toContainText("bolts");
  expect(sent).toEqual([]);
  await page.getByRole("button", { name: "Allow once" }).click();
  await expect(chat.cards("stock").last()).toHaveAttribute("data-state", "done");
  expect(sent).toEqual([{ url: `${STORE}/parts/bolts?days=30`, key: `Bearer ${SECRET}` }]);
  await page.getByRole("button", { name: "Allow once" }).click();
  await chat.waitForEnd();
  await expect(chat.cards("shout").getByTestId("tool-result")).toContainText("12 BOLTS");
  await expect(chat.answer.getByTestId("answer-text").last()).toContainText(WORDS);
  expect(asked[1]).toMatch(/part: is missing/u);
  expect(asked.join("")).not.toContain(SECRET);

  await showForDevelopers(page);
  for (const [button, schema, call] of [
    ["Export for OpenAI", '"parameters"', '"tool_calls"'],
    ["Export for Anthropic", '"input_schema"', '"tool_use"'],
  ] as const) {
    await goTo(page, "#/runs");
    await page.getByTestId("run").first().click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    const text = await readFile(await (await downloading).path(), "utf8");
    for (const part of [schema, call, "Tells how many of a part", "12 BOLTS"]) expect(text).toContain(part);
    expect(text).not.toContain(SECRET);
    await goTo(page, "#/runs");
    const file = { name: "exchange.json", mimeType: "application/json", buffer: Buffer.from(text) };
    await page.getByTestId("run-file-input").setInputFiles(file);
    await expect(chat.cards("shout")).toHaveAttribute("data-state", "done");
  }
});
