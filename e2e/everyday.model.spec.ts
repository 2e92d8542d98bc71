import type { BrowserContext, Page } from "@playwright/test";
import type { RunEvent } from "../worker/protocol/run-event.ts";
import { EXPORTS } from "../worker/store/history/history-exports.fixture.ts";
import { driveChat } from "./harness/chat-page.ts";
import { bringVoices, readVoices } from "./harness/fake-voices.ts";
import { expect, test } from "./harness/test.ts";
import { writeScannedPdf } from "./harness/write-scanned-pdf.ts";
import { composer, goTo, lastAnswer, readStored } from "./page-driver.ts";

/** A busy machine may take its time. */
const PATIENCE_MS = 300_000;
const PAPER = { width: 1000, height: 700 } as const;
const LEASE = `<h1>Lease</h1><p>The rent is 940 euros a month, due on the first day of each month.</p>
<p>One cat or one small dog may be kept with the landlord's written consent.</p>`;

test.use({ actionTimeout: 60_000 });

/** A sheet of paper under a scanner. */
async function scan(context: BrowserContext): Promise<Buffer> {
  const sheet = await context.newPage();
  await sheet.setViewportSize(PAPER);
  await sheet.setContent(`<body style="margin:90px;font:27px/1.6 serif;background:#fff;color:#111">${LEASE}</body>`);
  const jpeg = await sheet.screenshot({ type: "jpeg", quality: 85 });
  await sheet.close();
  return jpeg;
}

/** What the starter was asked and wrote in the newest run, which ended well and was answered by nothing but the model. */
async function readModelRun(page: Page): Promise<{ readonly asked: string; readonly text: string }> {
  const newest = async (): Promise<readonly RunEvent[]> => {
    const rows: readonly { readonly runId: string; readonly events: readonly RunEvent[] }[] = JSON.parse(
      await readStored(page, "run-events"),
    );
    const starts = rows.flatMap(({ events }) => events.flatMap((each) => (each.type === "run-start" ? [each] : [])));
    const last = starts.sort((left, right) => right.startedAt - left.startedAt)[0];
    return rows.flatMap(({ runId, events }) => (runId === last?.runId ? events : []));
  };
  await expect.poll(async () => (await newest()).at(-1)?.type).toBe("run-end");
  const events = await newest();
  expect(events.find(({ type }) => type === "run-start")).toMatchObject({ modelId: "starter", engine: "wllama" });
  const end = events.find((each) => each.type === "run-end");
  expect(end).toMatchObject({ reason: "answered" });
  expect(end).not.toHaveProperty("by");
  const turns = events.flatMap((each) => (each.type === "turn-end" ? [each] : []));
  expect(Math.max(...turns.map(({ usage }) => usage.completionTokens))).toBeGreaterThan(0);
  const asked = events.flatMap((each) => (each.type === "prompt-sent" ? [each.prompt, each.wordsPrompt ?? ""] : []));
  return { asked: asked.join("\n"), text: end?.type === "run-end" ? end.text : "" };
}

test("the starter answers what is spoken, scanned, imported, said in a project, brought by a prompt, and what waits", async ({
  page,
  context,
}) => {
  test.setTimeout(1_500_000);
  const chat = driveChat(page);
  const newChat = () => page.getByRole("link", { name: "New chat" }).click();
  await bringVoices(page, { voices: [{ lang: "en-US", localService: true }], dictation: "available" });
  await page.goto("./?engine=wllama&model=starter#/settings/general");
  await page.getByLabel("Answer without the model what the app computes exactly").uncheck();
  await expect.poll(() => readStored(page, "settings")).toContain('"answerWithoutModel":false');
  await chat.open("engine=wllama&model=starter");

  await test.step("voice: what is said is asked by the user's press, and the answer is read aloud", async () => {
    await chat.ask("Hello");
    await chat.waitForEnd(PATIENCE_MS);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "Read this chat’s answers aloud" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "Speak instead of typing" }).click();
    await expect(page.getByTestId("dictation")).toHaveAttribute("data-state", "listening");
    await readVoices(page, ({ hear }) => hear("Hello again, my friend", true));
    await expect(composer(page)).toHaveValue("Hello again, my friend");
    await expect(page.getByTestId("question")).toHaveCount(1);
    await page.getByTestId("dictation").getByRole("button", { name: "Done" }).click();
    await composer(page).press("Enter");
    await expect(page.getByTestId("question")).toHaveCount(2);
    await expect(page.getByTestId("answer")).toHaveCount(2);
    await chat.waitForEnd(PATIENCE_MS);
    const { asked, text } = await readModelRun(page);
    expect(asked).toContain("Hello again, my friend");
    const toWords = (said: string) => said.match(/\p{L}+/gu)?.join(" ");
    await expect
      .poll(async () => {
        await readVoices(page, ({ endNext }) => endNext());
        return toWords(await readVoices(page, ({ said }) => said.join(" ")));
      })
      .toBe(toWords(text));
  });

  await test.step("a prompt of one's own: its blank is filled in, and the model gets the whole of it", async () => {
    await goTo(page, "#/tools");
    const prompts = page.getByTestId("own-prompts");
    await prompts.getByRole("button", { name: "New prompt" }).click();
    await prompts.getByLabel("Name behind the slash").fill("greet");
    await prompts.getByLabel("Text; a blank is written").fill("Say good morning to {{who}}, please.");
    await prompts.getByRole("button", { name: "Save" }).click();
    await goTo(page, "#/");
    await newChat();
    await composer(page).fill("/greet");
    await composer(page).press("Enter");
    await page.getByTestId("prompt-fields").getByLabel("who").fill("Ann");
    await composer(page).press("Enter");
    await expect(composer(page)).toHaveValue("Say good morning to Ann, please.");
    await composer(page).press("Enter");
    await expect(page.getByTestId("question")).toHaveCount(1);
    await chat.waitForEnd(PATIENCE_MS);
    expect((await readModelRun(page)).asked).toContain("Say good morning to Ann, please.");
  });

  await test.step("a project: its instructions are given and its note is found there, and nowhere else", async () => {
    await goTo(page, "#/projects");
    await page.getByRole("textbox", { name: "New project" }).fill("Island");
    await page.getByRole("textbox", { name: "New project" }).press("Enter");
    await page.getByRole("main").getByRole("link", { name: "Island" }).click();
    await page.getByLabel(/^What the model is told in this project/).fill("Speak as a ferryman.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "New chat here" }).click();
    await chat.ask("Remember that the ferry to the island leaves at 7:40");
    await page.getByRole("button", { name: "Allow once" }).click({ timeout: PATIENCE_MS });
    await chat.waitForEnd(PATIENCE_MS);
    await expect(chat.cards("memory_write")).toHaveAttribute("data-state", "done");
    expect((await readModelRun(page)).asked).toContain("Speak as a ferryman.");
    const ask = async (): Promise<string> => {
      await chat.ask("When does the ferry to the island leave?");
      await chat.waitForEnd(PATIENCE_MS);
      return (await readModelRun(page)).asked;
    };
    await newChat();
    expect(await ask()).not.toContain("7:40");
    await expect(chat.answer.getByTestId("recalled")).toHaveCount(0);
    await page.getByTestId("project").getByRole("button", { name: "Actions for Island" }).click();
    await page.getByRole("button", { name: "New chat here" }).click();
    const asked = await ask();
    expect(asked).toContain("7:40");
    expect(asked).toContain("Speak as a ferryman.");
    await expect(chat.answer.getByTestId("recalled")).toContainText("7:40");
  });

  await test.step("an imported chat is gone on with: the model gets what was said in it", async () => {
    await goTo(page, "#/settings/data");
    const buffer = Buffer.from(JSON.stringify([EXPORTS.chatgpt()]));
    await page
      .getByLabel("Choose a file to import")
      .setInputFiles({ name: "conversations.json", mimeType: "", buffer });
    await page.getByTestId("history-preview").getByRole("button", { name: "Import 1 chat" }).click();
    await expect(page.getByText("1 chat was imported.")).toBeVisible();
    await page.getByTestId("project").filter({ hasText: "ChatGPT" }).locator("summary").click();
    await page.getByRole("link", { name: "Quince tree" }).click();
    await chat.ask("When is the quince tree cut?");
    await chat.waitForEnd(PATIENCE_MS);
    expect((await readModelRun(page)).asked).toContain("Cut it in late winter.");
  });

  await test.step("a scan: the answer comes of its words, and its source opens the page at the place", async () => {
    const pdf = writeScannedPdf([{ ...PAPER, jpeg: await scan(context) }]);
    await goTo(page, "#/files");
    await page
      .getByTestId("first-files")
      .setInputFiles({ name: "lease.pdf", mimeType: "application/pdf", buffer: pdf });
    await page.getByTestId("workspace").getByRole("link", { name: "lease.pdf" }).click();
    await page
      .getByTestId("scan-offer")
      .getByRole("button", { name: /^Read it by OCR/ })
      .click();
    await expect(page.getByTestId("scan-note")).toHaveText("Read by OCR, may be wrong", { timeout: 120_000 });
    await goTo(page, "#/");
    await newChat();
    await chat.chooseSkill("documents");
    await chat.ask("Search files for small dog.");
    await chat.waitForEnd(PATIENCE_MS);
    await readModelRun(page);
    await expect(chat.cards("search_files")).toHaveAttribute("data-state", "done");
    await expect(chat.answer.getByTestId("answer-text").last()).toContainText("One cat or one small dog");
    await lastAnswer(page)
      .getByRole("link", { name: /^\[1\].*lease\.pdf/ })
      .click();
    await expect(page.getByTestId("file-text").locator("mark")).toContainText("One cat or one small dog");
    await expect(page.getByTestId("scan-picture").locator(".scan-word").first()).toBeVisible();
  });

  await test.step("a question that waits is answered at its time, and changes nothing", async () => {
    await goTo(page, "#/waiting");
    const form = page.getByRole("form", { name: "A question that waits" });
    await form.getByRole("textbox").first().fill("Remember that my bicycle is green");
    await form.getByLabel("When it is asked").selectOption({ label: "Each day at a time" });
    const soon = new Date(Date.now() + 75_000);
    await form.getByLabel("Time", { exact: true }).fill(soon.toTimeString().slice(0, 5));
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByTestId("waiting")).toContainText("bicycle");
    await expect(page.getByTestId("waiting-answer")).toHaveCount(0);
    await expect(page.getByTestId("waiting-answer")).toContainText("answered", { timeout: PATIENCE_MS });
    await expect(page.getByTestId("draft")).toContainText("green");
    await readModelRun(page);
    await goTo(page, "#/memory");
    await expect(page.getByTestId("memory")).toHaveCount(1);
  });
});
