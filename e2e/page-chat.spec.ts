import { expectNewAnswer } from "./harness/chat-page.ts";
import { test } from "./harness/shared-page.ts";
import { expect, test as onFreshPage } from "./harness/test.ts";
import { ask, composer, expectEnded, goTo, lastAnswer, openWithScript, readStored } from "./page-driver.ts";

test.describe("kept by its service worker, as people have it", () => {
  test.use({ serviceWorkers: "allow" });

  onFreshPage(
    "a question runs tools in order, their cards show calls and results, and all of it survives a reload",
    async ({ page }) => {
      await openWithScript(page, "calculator");
      await page.getByLabel("Mode", { exact: true }).selectOption("calculator");
      await ask(page, "What is (3 + 5) * 2?");
      await expectEnded(page);

      const check = async () => {
        const cards = page.getByTestId("tool-card");
        await expect(cards).toHaveCount(2);
        await expect(cards.nth(0)).toHaveAttribute("data-tool", "add");
        await expect(cards.nth(1)).toHaveAttribute("data-tool", "multiply");
        await expect(cards.nth(0).getByTestId("tool-result")).toContainText("8");
        await expect(cards.nth(1).getByTestId("tool-result")).toContainText("16");
        for (const card of await cards.all()) {
          await expect(card).toHaveAttribute("data-state", "done");
          await expect(card.locator(".tool-time")).toHaveText(/^[\d.]+\s(ms|s)$/);
        }
        await expect(lastAnswer(page).getByTestId("answer-text").last()).toContainText("16");
        await expect(page.getByTestId("question")).toContainText("What is (3 + 5) * 2?");
      };
      await check();
      await page.reload();
      await check();

      const steps = lastAnswer(page).getByTestId("steps");
      await expect(steps.locator("summary").first()).toHaveText(/^2 steps · [\d.]+\s(ms|s)$/);
      await expect(page.getByTestId("tool-card").first()).toBeHidden();
      await steps.locator("summary").first().click();
      await page.getByTestId("tool-card").first().locator("summary").click();
      await expect(page.getByTestId("tool-card").first().locator(".json").first()).toContainText("3");
    },
  );
});

test("the browser's tab says that an answer is under way and, to whom is elsewhere, that it is there", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  const icon = page.locator("link[rel=icon]");
  await ask(page, "Count forever");
  await expect(page).toHaveTitle("● Answering · Alcove");
  await expect(icon).toHaveAttribute("href", "./icon-answering.svg");
  const turnTo = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await turnTo(true);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page).toHaveTitle("✓ Ready · Alcove");
  await expect(icon).toHaveAttribute("href", "./icon-ready.svg");
  await turnTo(false);
  await expect(page).toHaveTitle("Alcove");
  await expect(icon).toHaveAttribute("href", "./icon.svg");
});

test("Esc stops an answer within a second and keeps what was written", async ({ page }) => {
  await openWithScript(page, "notes");
  let stopMs = Number.POSITIVE_INFINITY;
  // A busy machine stands still for as long itself: what counts is that a stop can be that fast.
  for (let attempt = 0; attempt < 5 && stopMs >= 1000; attempt += 1) {
    await ask(page, "Count forever");
    await expectNewAnswer(page);
    await expect(lastAnswer(page).getByTestId("answer-text")).toContainText("and one more");
    const startedAt = Date.now();
    await page.keyboard.press("Escape");
    await expectEnded(page, "stopped");
    stopMs = Date.now() - startedAt;
    await expect(lastAnswer(page).getByTestId("answer-text")).toContainText("and one more");
    await expect(page.getByTestId("run-ending").last()).toContainText("You stopped this answer.");
  }
  expect(stopMs).toBeLessThan(1000);
});

test("an answer that a reload cut off keeps its words, says so, and is asked for again at one press", async ({
  page,
}) => {
  await openWithScript(page, "stream");
  await ask(page, "Tell me about tides");
  await expect(lastAnswer(page).getByRole("cell", { name: "9:10" }).first()).toBeVisible();
  // What is written is stored every other second.
  await expect.poll(() => readStored(page, "messages")).toContain("9:10");
  await page.reload();
  await expect(lastAnswer(page)).toHaveAttribute("data-state", "interrupted");
  await expect(lastAnswer(page).getByRole("cell", { name: "9:10" }).first()).toBeVisible();
  await expect(page.getByTestId("run-ending")).toContainText("This answer was cut off when the page closed.");
  await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(lastAnswer(page)).toHaveAttribute("data-state", "running");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(lastAnswer(page)).toHaveAttribute("data-state", "stopped");
  await expect(page.getByRole("group", { name: "Versions" })).toContainText("2 / 2");
});

test("a question that is too long for the model says so, and what to do", async ({ page }) => {
  await openWithScript(page, "talk");
  await ask(page, "I would like to know when the ferry leaves. ".repeat(1000));
  const failure = lastAnswer(page).getByTestId("failure");
  await expect(failure).toHaveAttribute("data-code", "context-full");
  await expect(failure).toContainText("Start a new conversation, or choose a model with a larger context.");
});

test("a message written during an answer waits, also when that is stopped, until it is sent", async ({ page }) => {
  await openWithScript(page, "notes");
  await ask(page, "Count forever");
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await ask(page, "Remember that the ferry to the island leaves at 7:40");
  const waiting = page.getByRole("list", { name: "Messages that wait" });
  await expect(waiting).toContainText("ferry");
  await page.keyboard.press("Escape");
  await expect(waiting).toContainText("You stopped the answer, so these wait.");
  await expect(page.getByTestId("question")).toHaveCount(1);
  await waiting.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByTestId("question")).toHaveCount(2);
  await expectEnded(page);
  await expect(lastAnswer(page).getByTestId("tool-card")).toHaveAttribute("data-tool", "memory_write");
});

test("a changed message makes a second version, and both can be read", async ({ page }) => {
  await openWithScript(page, "notes");
  await ask(page, "Remember that the ferry leaves at 7:40");
  await expectEnded(page);
  await page.getByTestId("question").hover();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const field = page.getByLabel("Change your message");
  await expect(field).toBeFocused();
  await field.press("Escape");
  await expect(field).toBeHidden();
  await expect(page.getByTestId("question")).toHaveText(/Remember that the ferry/);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await field.fill("When does the ferry leave");
  await field.press("Shift+Enter");
  await expect(field).toHaveValue("When does the ferry leave\n");
  await field.press("Backspace");
  await field.pressSequentially("?");
  await field.press("Enter");
  await expect(page.getByTestId("question")).toHaveText(/When does the ferry leave\?/);
  await expectEnded(page);
  const versions = page.getByRole("group", { name: "Versions" });
  await expect(versions).toContainText("2 / 2");
  await versions.getByRole("button", { name: "Previous version" }).click();
  await expect(page.getByTestId("question")).toHaveText(/Remember that the ferry/);
  await page.reload();
  await expect(page.getByTestId("question")).toHaveText(/Remember that the ferry/);
  await expect(page.getByRole("group", { name: "Versions" })).toContainText("1 / 2");
  // How full the context is, and what the answer cost, are kept with it.
  await expect(page.getByRole("meter")).toHaveAccessibleName(/tokens of the context window are used/);
  await expect(lastAnswer(page).getByText(/\d+ tokens/)).toBeVisible();
});

test("a question from the address is sent by the user, is announced by sentence, is opened again by the arrow up, and is answered again", async ({
  page,
}) => {
  await test.step("an address brings a question along, for the user to send", async () => {
    await page.goto("?engine=scripted&model=scripted:notes&q=When%20does%20the%20ferry%20leave%3F");
    await expect(composer(page)).toHaveValue("When does the ferry leave?");
    expect(new URL(page.url()).searchParams.get("q")).toBeNull();
    await expect(page.getByTestId("source-mark")).toContainText("A link put this text here.");
    await page.getByRole("button", { name: "My own words" }).click();
    await expect(page.getByTestId("source-mark")).toHaveCount(0);
    await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready");
    await expect(page.getByTestId("question")).toHaveCount(0);
    await composer(page).press("Enter");
    await expectEnded(page);
  });

  await test.step("the answer is announced by sentence and not by token", async () => {
    await expect(page.getByTestId("announcer").locator("p")).toHaveText(["The ferry to the island leaves at 7:40."]);
  });

  await test.step("the arrow up in an empty composer opens the last message to be changed, and Escape gives the focus back", async () => {
    await composer(page).fill("half a thought");
    await composer(page).press("ArrowUp");
    await expect(page.getByRole("textbox", { name: "Change your message" })).toHaveCount(0);
    await composer(page).fill("");
    await composer(page).press("ArrowUp");
    const field = page.getByRole("textbox", { name: "Change your message" });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("When does the ferry leave?");
    await field.press("Escape");
    await expect(composer(page)).toBeFocused();
    await expect(field).toHaveCount(0);
  });

  await test.step("an answer can be asked for again and stands beside the first", async () => {
    await page.getByRole("button", { name: "Answer again" }).click();
    await expect(page.getByRole("group", { name: "Versions" })).toContainText("2 / 2");
    await expectEnded(page);
  });
});

test("the list of commands is walked with the arrows, Enter takes the marked one without sending it; a tool runs by slash command, and its arguments are checked", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  await composer(page).pressSequentially("/");
  const marked = page.getByRole("list", { name: "Tools" }).locator("[data-current]");
  await expect(marked).toContainText("/calculate");
  await composer(page).press("ArrowDown");
  await expect(marked).toContainText("/convert_units");
  await expect(composer(page)).toHaveAttribute("aria-activedescendant", (await marked.getAttribute("id")) ?? "");
  await composer(page).press("ArrowUp");
  await composer(page).press("ArrowUp");
  await expect(marked).toBeInViewport();
  await expect(marked).not.toContainText("/calculate");
  await composer(page).pressSequentially("mem");
  await expect(marked).toContainText("/memory_write");
  await composer(page).press("Enter");
  await expect(composer(page)).toHaveValue("/memory_write ");
  await expect(page.getByTestId("question")).toHaveCount(0);
  await expect(marked).toHaveCount(0);

  await composer(page).fill("/calc");
  await composer(page).press("Tab");
  await expect(composer(page)).toHaveValue("/calculate ");
  await ask(page, "/calculate (3 + 5) * 2");
  await expect(page.getByTestId("tool-result")).toContainText("16");
  await ask(page, '/convert_units {"value": "nonsense"}');
  await expect(page.getByTestId("tool-card").last()).toHaveAttribute("data-state", "failed");
  await composer(page).fill("/no_such_tool 1");
  await expect(page.getByText("There is no tool called no_such_tool.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
});

test("a new line is written with Shift and Enter, and Enter sends them both; Ctrl and Enter sends where that is the setting", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  await composer(page).pressSequentially("When does");
  await composer(page).press("Shift+Enter");
  await composer(page).pressSequentially("the ferry leave?");
  await expect(composer(page)).toHaveValue("When does\nthe ferry leave?");
  await composer(page).press("Enter");
  await expectEnded(page);
  await expect(page.getByTestId("question")).toContainText("When does\nthe ferry leave?");

  await goTo(page, "#/settings/general");
  await page.getByLabel("Ctrl or ⌘ and Enter").check();
  await page.getByRole("link", { name: "New chat" }).click();
  await composer(page).fill("When does the ferry leave?");
  await composer(page).press("Enter");
  await expect(composer(page)).toHaveValue("When does the ferry leave?\n");
  await composer(page).press("Control+Enter");
  await expectEnded(page);
});

test.describe("without any model", () => {
  // None can be fetched here.
  test.use({ serviceWorkers: "block", expectedErrors: [/Failed to load resource|ERR_FAILED/] });

  onFreshPage("tools run by slash command, and the page says what it lacks", async ({ page }) => {
    await page.route("**/models/**", (route) => route.abort());
    await page.goto("./");
    await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "failed");
    await expect(page.getByTestId("failure").first()).toContainText("Check the connection and press Retry.");
    await ask(page, "/calculate (3 + 5) * 2");
    const card = page.getByRole("region", { name: "Run by hand, without the model" });
    await expect(card.getByTestId("tool-result")).toContainText("16");
    await expect(page.getByTestId("answer")).toHaveCount(0);
    await page.getByRole("link", { name: "New chat" }).click();
    await expect(card).toHaveCount(0);

    // Why a message has no answer is whole above the composer, and the message is not lost.
    await ask(page, "Hello there");
    const failure = lastAnswer(page).getByTestId("failure");
    await expect(failure).toContainText("The download did not finish.");
    await expect(failure).toBeInViewport({ ratio: 1 });
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    const [notice, field] = await Promise.all([failure.boundingBox(), page.locator(".composer-area").boundingBox()]);
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
    await expect(page.getByTestId("question")).toHaveText(["Hello there"]);
  });
});

test("a draft stays with its conversation over a reload", async ({ page }) => {
  await openWithScript(page, "notes");
  await ask(page, "When does the ferry leave?");
  await expectEnded(page);
  await composer(page).fill("half a thought");
  await page.getByRole("link", { name: "New chat" }).click();
  await expect(composer(page)).toHaveValue("");
  await composer(page).fill("another one");
  await page.reload();
  await expect(composer(page)).toHaveValue("another one");
  await page.getByRole("navigation", { name: "Conversations" }).getByRole("link").first().click();
  await expect(composer(page)).toHaveValue("half a thought");
});

test("conversations are renamed, pinned, found and deleted, and deleting can be undone", async ({ page }) => {
  await openWithScript(page, "notes");
  await ask(page, "When does the ferry leave?");
  await expectEnded(page);
  const list = page.getByRole("navigation", { name: "Conversations" });
  const openMenu = async () => {
    await list.getByRole("listitem").first().hover();
    await list
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
  };
  await openMenu();
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByLabel("Title of the conversation").fill("Fähre zur Insel");
  await page.keyboard.press("Enter");
  await expect(list).toContainText("Fähre zur Insel");
  await openMenu();
  await page.getByRole("button", { name: "Pin", exact: true }).click();
  await expect(list).toContainText("Pinned");

  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox", { name: "Search chats, pages, settings and tools" }).fill("insel fahre");
  await expect(page.getByRole("dialog").getByRole("link")).toHaveCount(1);
  await page.keyboard.press("Escape");

  await openMenu();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(list).not.toContainText("Fähre");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(list).toContainText("Fähre zur Insel");
  await openMenu();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.locator(".toast", { hasText: "Conversation deleted" }).getByRole("button", { name: "Dismiss" }).click();
  // It is deleted once it cannot be undone any more.
  await expect.poll(() => readStored(page, "messages")).toBe("[]");
  await page.reload();
  await expect(page.getByText("Your conversations will be listed here.")).toBeVisible();
});

onFreshPage(
  "a call that follows a file from outside asks first, with Deny nearest and early keys ignored",
  async ({ page }) => {
    await page.clock.install();
    await openWithScript(page, "notes");
    const card = page.getByRole("region", { name: "Approval for Save a note" });
    const attach = () =>
      page.getByTestId("attach-input").setInputFiles({
        name: "timetable.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("The ferry leaves at 7:40."),
      });
    await attach();
    await ask(page, "Remember that the ferry to the island leaves at 7:40");
    await expect(card).toBeVisible();
    await page.clock.runFor(1000);
    await card.getByRole("button", { name: "Deny", exact: true }).click();
    await expectEnded(page);

    await attach();
    await composer(page).fill("Remember that the ferry to the island leaves at 7:40");
    // From here on no time passes for the page, so every key comes early.
    await page.clock.pauseAt(Date.now() + 60_000);
    await composer(page).press("Enter");
    await expect(card).toBeVisible();
    await expect(card.getByRole("button", { name: "Deny", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    await page.clock.resume();
    await expect(card.getByRole("button", { name: "Deny", exact: true })).toBeEnabled();
    await expect(card).toContainText("The ferry to the island leaves at 7:40.");
    await expect(card.getByRole("button", { name: "Always allow" })).toHaveCount(0);

    await expect(async () => {
      await card.getByRole("button", { name: "Edit" }).click();
      await expect(card.getByLabel("text", { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass();
    await card.getByLabel("text", { exact: true }).fill("The ferry leaves at eight.");
    await card.getByRole("button", { name: "Allow once" }).click();
    await expectEnded(page);
    await expect(page.getByTestId("tool-card").last()).toHaveAttribute("data-state", "done");
    await page.goto("#/memory");
    await expect(page.getByTestId("memory")).toContainText("The ferry leaves at eight.");
  },
);

test("a denial with its reason reaches the card and nothing is written", async ({ page }) => {
  await openWithScript(page, "notes");
  await page.getByTestId("attach-input").setInputFiles({
    name: "timetable.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("The ferry leaves at 7:40."),
  });
  await ask(page, "Remember that the ferry to the island leaves at 7:40");
  await page.getByRole("button", { name: "Deny, and say why" }).click();
  await page.getByLabel("Why not? The model reads this.").fill("not now");
  // A card that has just come takes no keys.
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Approval for Save a note" })).toBeHidden({ timeout: 400 });
  }).toPass();
  await expectEnded(page);
  await expect(page.getByTestId("tool-result")).toHaveText("You did not allow it: not now");
  await lastAnswer(page).getByRole("link", { name: "Show the steps" }).click();
  const second = page.getByRole("region", { name: "Step 2" });
  await second.getByText(/^(Prompt as sent|Added to the prompt)/).click();
  await expect(second.locator("pre").first()).toContainText("not now");
  await page.goto("#/memory");
  await expect(page.getByText("Nothing is remembered yet")).toBeVisible();
});
