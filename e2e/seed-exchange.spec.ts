import { readFile } from "node:fs/promises";
import { OLD_MESSAGES } from "../package/examples/old-exchange.fixture.ts";
import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { goTo, openWithScript } from "./page-driver.ts";

const QUESTION = 'What is the square root of the sum of the numbers of letters in the words "hello" and "world"?';

test("the letters' four calls are handed out in both providers' forms, and an exchange with function_call comes back whole", async ({
  page,
}) => {
  const chat = driveChat(page);
  await openWithScript(page, "letters");
  await chat.chooseSkill("letters");
  await chat.ask(QUESTION);
  await chat.waitForEnd();
  await goTo(page, "#/runs");
  await page.getByTestId("run").first().click();
  for (const [button, result, stop] of [
    ["Export for OpenAI", /"tool_call_id": ?"([^"]+)"/gu, "stop"],
    ["Export for Anthropic", /"tool_use_id": ?"([^"]+)"/gu, "end_turn"],
  ] as const) {
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    const text = await readFile(await (await downloading).path(), "utf8");
    const ids = [...text.matchAll(result)].map(([, id]) => id);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
    expect(text).toContain("3.1622776601683795");
    expect(JSON.stringify(JSON.parse(text).response)).toContain(`"${stop}"`);
  }
  await goTo(page, "#/runs");
  await page.getByTestId("run-file-input").setInputFiles({
    name: "old.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(toOldRequest())),
  });
  await expect(page.getByTestId("question")).toContainText("hello");
  const cards = page.getByTestId("answer").getByTestId("tool-card");
  await expect(cards).toHaveCount(4);
  for (const card of await cards.all()) await expect(card).toHaveAttribute("data-state", "done");
});

/** A kept request of the old form, whose calls have no ids. */
function toOldRequest(): object {
  const end = { role: "assistant", content: "It is approximately 3.162." };
  return { model: "gpt-3.5-turbo", messages: [{ role: "user", content: QUESTION }, ...OLD_MESSAGES, end] };
}
