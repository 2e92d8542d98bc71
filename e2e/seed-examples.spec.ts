import { driveChat, noteLastAnswer } from "./harness/chat-page.ts";
import { test } from "./harness/shared-page.ts";
import { expect } from "./harness/test.ts";

test("the calculator adds, multiplies and answers 16", async ({ page }) => {
  const chat = driveChat(page);
  await chat.open("model=scripted:calculator");
  await chat.chooseSkill("calculator");
  await chat.ask("What is (3 + 5) * 2?");
  await chat.waitForEnd();
  await expect(chat.cards("add").getByTestId("tool-result")).toContainText("8");
  await expect(chat.cards("multiply").getByTestId("tool-result")).toContainText("16");
  await expect(chat.answer.getByTestId("answer-text").last()).toContainText("16");
});

test("a question is asked as detection only, or held to one tool, and the next one as usual", async ({ page }) => {
  const chat = driveChat(page);
  await chat.open("model=scripted:calculator");
  await chat.chooseSkill("calculator");
  const way = page.getByRole("combobox", { name: "How to ask" });
  await way.focus();
  await page.keyboard.press("ArrowDown");
  await expect(way).toHaveValue("detect");
  await chat.ask("What is (3 + 5) * 2?");
  await chat.waitForEnd();
  await expect(chat.cards("add").getByTestId("tool-result")).toHaveText("Shown, not run.");
  await expect(chat.cards("multiply")).toHaveCount(0);
  await expect(way).toHaveValue("");

  // Answered anew and changed, it stays one.
  await noteLastAnswer(page);
  await chat.answer.getByRole("button", { name: "Answer again" }).click();
  await chat.waitForEnd();
  await expect(chat.cards("add").getByTestId("tool-result")).toHaveText("Shown, not run.");
  await page.getByTestId("question").last().hover();
  await page.getByTestId("question").last().getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Change your message" }).fill("What is (3 + 5) * 2, please?");
  await noteLastAnswer(page);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByTestId("question").last()).toContainText("please");
  await chat.waitForEnd();
  await expect(chat.cards("add").getByTestId("tool-result")).toHaveText("Shown, not run.");
  await expect(chat.cards("multiply")).toHaveCount(0);

  await way.selectOption({ label: "Add" });
  await chat.ask("What is (3 + 5) * 2?");
  await chat.waitForEnd();
  await expect(chat.cards("add").last()).toHaveAttribute("data-state", "done");
  // The script goes on with a tool that this question does not have.
  await expect(chat.cards("multiply")).not.toHaveAttribute("data-state", "done");
  await expect(way).toHaveValue("");
});

test("the letters of two words are counted, added and rooted to 3.1622776601683795", async ({ page }) => {
  const chat = driveChat(page);
  await chat.open("model=scripted:letters");
  await chat.chooseSkill("letters");
  await chat.ask('What is the square root of the sum of the numbers of letters in the words "hello" and "world"?');
  await chat.waitForEnd();
  await expect(chat.cards("string_length").getByTestId("tool-result")).toContainText(["5", "5"]);
  await expect(chat.cards("add").getByTestId("tool-result")).toContainText("10");
  await expect(chat.cards("sqrt").getByTestId("tool-result")).toContainText("3.1622776601683795");
});

test("a note goes into its namespace and is on the memory page", async ({ page }) => {
  const chat = driveChat(page);
  await chat.open("model=scripted:notes");
  await chat.chooseSkill("notes");
  await chat.ask('Save this note: "Embedding model comparison takeaways" into project:metal');
  await chat.waitForEnd();
  await expect(chat.cards("kom.memory.v1.upsert_memory").getByTestId("tool-result")).toContainText("Saved:");
  await page.goto("#/memory");
  const memory = page.getByTestId("memory");
  await expect(memory).toContainText("Embedding model comparison takeaways");
  await expect(memory).toContainText("project:metal");
});

test("the porch light is detected and not switched", async ({ page }) => {
  const chat = driveChat(page);
  await chat.open("model=scripted:lights");
  await chat.chooseSkill("lights");
  await chat.ask("Turn on the porch light");
  await chat.waitForEnd();
  await expect(chat.cards("set_light").getByTestId("tool-result")).toHaveText("Shown, not run.");
  await expect(chat.cards("set_light")).toHaveAttribute("data-state", "skipped");
  await page.goto("#/runs");
  await page.getByTestId("run").first().click();
  const way = page.getByRole("region", { name: "Way through the flow" }).first();
  await expect(way.getByRole("listitem")).toHaveText(["detect → tool-called", "end → end"]);
});

test("a support question is answered from the text that was asked for", async ({ page }) => {
  const chat = driveChat(page);
  await chat.open("model=scripted:help");
  await chat.chooseSkill("help");
  await chat.ask("Does anything leave this device?");
  await chat.waitForEnd();
  await expect(chat.cards("about_privacy")).toHaveAttribute("data-state", "done");
  await expect(chat.cards("about_models")).toHaveCount(0);
});
