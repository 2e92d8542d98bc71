import type { Page } from "@playwright/test";
import { expectReady, OFTEN } from "./harness/chat-page.ts";
import { type FakeControl, type FakeOptions, installFakeLanguageModel } from "./harness/fake-language-model.ts";
import { expect, test } from "./harness/test.ts";
import { ask, composer, expectEnded, exportRun, goTo, lastAnswer } from "./page-driver.ts";

const NOTE = "My bicycle is blue.";
const REPLIES = [
  { question: "painted the bicycle", text: `memory_write {"text": "${NOTE}"}` },
  { question: "result:", text: "I have noted that." },
  { question: "good morning", text: "Good morning to you, and a long day with many words in it." },
];
const TITLE = "Chrome’s own model";

/** Opens the app in a browser that brings a model of its own. */
async function openWith(page: Page, options: FakeOptions = {}, address = "#/"): Promise<void> {
  await page.addInitScript(installFakeLanguageModel, { replies: REPLIES, ...options });
  await page.goto(`./${address}`);
}

/** The models, with a script in the place of the one that is loaded. */
const MODELS = "?model=scripted:notes#/models";

/** What the fake was asked. */
async function readCalls(page: Page): Promise<FakeControl["calls"]> {
  return page.evaluate(() => {
    const { calls }: FakeControl = Reflect.get(globalThis, "fakeLanguageModel");
    const toPlain = (_name: string, value: unknown): unknown => (value instanceof RegExp ? String(value) : value);
    return JSON.parse(JSON.stringify(calls, toPlain));
  });
}

async function set(page: Page, availability: FakeControl["availability"]): Promise<void> {
  await page.evaluate((state) => {
    Object.assign(Reflect.get(globalThis, "fakeLanguageModel"), { availability: state });
  }, availability);
}

function card(page: Page) {
  return page.locator('[data-testid=model][data-model="browser"]');
}

test("the first question of a fresh profile is answered by the browser's model, with a call that is asked about, and nothing of a model is fetched", async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (/\.(?:gguf|wasm|bin)(?:$|\?)/.test(request.url())) fetched.push(request.url());
  });
  await openWith(page);
  await expectReady(page);
  await expect(page.getByTestId("model-status")).toHaveText(TITLE);
  await expect(page.getByTestId("model-now")).toContainText("runs on your device. Nothing has to be downloaded.");
  await page.getByTestId("attach-input").setInputFiles({
    name: "paper.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("A paper from outside."),
  });
  await ask(page, "I have painted the bicycle, note that");
  const approval = page.getByRole("region", { name: "Approval for Save a note" });
  await approval.getByRole("button", { name: "Allow once" }).click();
  await expectEnded(page);
  await expect(lastAnswer(page).getByTestId("answer-text")).toHaveText("I have noted that.");
  await goTo(page, "#/memory");
  await expect(page.getByTestId("memory")).toContainText(NOTE);
  expect(fetched).toEqual([]);

  const calls = await readCalls(page);
  const prompts = calls.filter(({ method }) => method === "prompt");
  expect(JSON.stringify(calls)).not.toContain('"tools"');
  const constraints = prompts.map(({ options = {} }) =>
    JSON.stringify(Reflect.get(options, "responseConstraint") ?? null),
  );
  expect(constraints.some((constraint) => constraint.includes("answer:") && constraint.includes("memory_write"))).toBe(
    true,
  );
  expect(constraints.some((constraint) => constraint.includes('"namespace"'))).toBe(true);
  expect(calls.find(({ method }) => method === "create")?.options).toMatchObject({
    samplingMode: "most-predictable",
    expectedInputs: [{ type: "text", languages: ["en"] }],
  });
  expect(calls.some(({ method }) => method === "clone")).toBe(true);
  const run = await exportRun(page);
  expect(run).toContain('"builtin"');
});

test("is offered nowhere where the browser has none, or says that it is unavailable", async ({ page }) => {
  await openWith(page, { availability: "unavailable" }, MODELS);
  await expectReady(page);
  await expect(page.getByTestId("model-status")).not.toHaveText(TITLE);
  await expect(page.getByTestId("device")).toBeVisible();
  await expect(page.locator('[data-model="browser"]')).toHaveCount(0);
});

test("is downloaded by the browser after a press alone, with its progress, and then answers", async ({ page }) => {
  await openWith(page, { availability: "downloadable", downloadMs: 4000 }, MODELS);
  await expectReady(page);
  expect((await readCalls(page)).filter(({ method }) => method === "create")).toEqual([]);
  await expect(card(page)).toContainText("Chrome has to download it first: some gigabytes");
  await card(page).getByRole("button", { name: "Download" }).click();
  const banner = page.getByTestId("download");
  await expect(banner.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
  await page.getByRole("button", { name: "Switch to it" }).click();
  await expect(page.getByTestId("model-status")).toHaveText(TITLE);
  await goTo(page, "#/");
  await ask(page, "Good morning!");
  await expectEnded(page);
  await expect(lastAnswer(page)).toContainText("Good morning to you");
});

test("a download that the browser refuses or cannot end is said, with what to do", async ({ page }) => {
  await openWith(page, { availability: "downloadable", downloadFails: true }, MODELS);
  await expectReady(page);
  await card(page).getByRole("button", { name: "Download" }).click();
  await expect(page.getByRole("alert")).toContainText("The browser has not downloaded its own model.");
  await expect(page.getByRole("alert")).toContainText("It does so only after a press");
});

test("a download that is under way already can be followed", async ({ page }) => {
  await openWith(page, { availability: "downloading", downloadMs: 400 }, MODELS);
  await expectReady(page);
  await expect(card(page)).toContainText("Chrome is downloading it already");
  await card(page).getByRole("button", { name: "Download" }).click();
  await expect(page.getByRole("button", { name: "Switch to it" })).toBeVisible();
});

test("the rules of Chrome's maker are said, with the way to them, wherever its model is offered or asked", async ({
  page,
}) => {
  await openWith(page);
  await expectReady(page);
  const rules = page.getByTestId("model-now").getByRole("link", { name: "Google’s rules for generative AI" });
  await expect(rules).toHaveAttribute("href", "https://policies.google.com/terms/generative-ai/use-policy");
  await goTo(page, "#/models");
  await page.getByRole("button", { name: "Unload" }).click();
  await expect(
    page.getByTestId("recommended").getByRole("link", { name: "Google’s rules for generative AI" }),
  ).toBeVisible();
});

test("in a browser that does not say where its model runs, it is no first choice, and that is said", async ({
  page,
}) => {
  await openWith(page, { brand: "Some Browser" }, MODELS);
  await expectReady(page);
  await expect(page.getByTestId("model-status")).not.toHaveText("This browser’s own model");
  await expect(card(page)).toContainText(
    "Whether it answers on your device or on a server of the browser’s maker is not known",
  );
  await expect(card(page)).not.toContainText("Google’s rules");
  await expect(page.getByTestId("recommended")).not.toHaveAttribute("data-model", "browser");
});

test("gone in the middle of an answer: what, why and what to do are said, and the question is kept", async ({
  page,
}) => {
  await openWith(page, { pieceMs: 300 });
  await expectReady(page);
  await ask(page, "Good morning!");
  await expect(lastAnswer(page)).toContainText("Good morning");
  await set(page, "unavailable");
  await expectEnded(page, "failed");
  await expect(page.getByTestId("question").last()).toContainText("Good morning!");
  await expect(lastAnswer(page)).toContainText("The browser’s own model is not there any more.");
  await expect(lastAnswer(page)).toContainText("Your question is kept.");
  await expect.poll(() => page.getByTestId("model-status").getAttribute("data-state"), OFTEN).toBe("failed");
  await set(page, "available");
  await lastAnswer(page).getByRole("button", { name: "Retry" }).first().click();
  await expectEnded(page);
});

test("sessions that the browser ended while the tab was hidden are opened anew for the next question", async ({
  page,
}) => {
  await openWith(page);
  await expectReady(page);
  await ask(page, "Good morning!");
  await expectEnded(page);
  await page.evaluate(() => {
    const control: FakeControl = Reflect.get(globalThis, "fakeLanguageModel");
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    control.endSessions();
    Reflect.deleteProperty(document, "visibilityState");
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await ask(page, "Good morning again!");
  await expectEnded(page);
  await expect(lastAnswer(page)).toContainText("Good morning to you");
});

test("messages that the browser drops all the same are a fault of the app, and are told as one", async ({ page }) => {
  await openWith(page, { window: 100_000, drops: 2000 });
  await expectReady(page);
  for (let index = 0; index < 3; index += 1) {
    await ask(page, `Good morning! ${"word ".repeat(700)} ${index}`);
    await expectNewEnd(page);
  }
  const failed = page.locator("[data-testid=answer][data-state=failed]").first();
  await expect(failed).toContainText("Something failed inside the app.");
  await failed.getByText("Technical details").click();
  await expect(failed).toContainText("dropped messages");
});

async function expectNewEnd(page: Page): Promise<void> {
  await expect.poll(() => lastAnswer(page).getAttribute("data-state"), OFTEN).not.toBe("running");
}

test("a long conversation is fitted to the browser's window by the app, which drops nothing by itself", async ({
  page,
}) => {
  await openWith(page, { window: 2500 });
  await expectReady(page);
  for (let index = 0; index < 4; index += 1) {
    await ask(page, `Good morning! ${"word ".repeat(500)} ${index}`);
    await expectEnded(page);
  }
});

test("reads ahead with append(), asks nothing before the question is sent, and then reads the question alone", async ({
  page,
}) => {
  await openWith(page, { window: 50_000 });
  await expectReady(page);
  const readMethods = async () => (await readCalls(page)).map(({ method }) => method);
  await expect.poll(readMethods, OFTEN).toContain("create");
  await ask(page, "Good morning!");
  await expectEnded(page);
  // Between this answer and the next question stands what the question will follow.
  await composer(page).fill("Good morning once more, dear model!");
  await expect.poll(readMethods, OFTEN).toContain("append");
  const before = await readCalls(page);
  expect(JSON.stringify(before)).not.toContain("dear model");
  await composer(page).press("Enter");
  await expect.poll(async () => JSON.stringify(await readCalls(page)), OFTEN).toContain("dear model");
  await expectEnded(page);
  const after = (await readCalls(page)).slice(before.length);
  expect(after.map(({ method }) => method)).not.toContain("create");
  const first = after.find(({ method }) => method === "prompt");
  expect(JSON.stringify(first?.input)).not.toContain("a long day");
});

test("another version of an answer is a branch: it goes on from a copy of what was read, and reads no beginning anew", async ({
  page,
}) => {
  await openWith(page, { window: 50_000 });
  await expectReady(page);
  await ask(page, "Good morning!");
  await expectEnded(page);
  const before = await readCalls(page);
  await lastAnswer(page).getByRole("button", { name: "Answer again" }).click();
  await expect(page.getByRole("group", { name: "Versions" })).toContainText("2 / 2");
  await expectEnded(page);
  const methods = (await readCalls(page)).slice(before.length).map(({ method }) => method);
  expect(methods).toContain("clone");
  expect(methods).not.toContain("create");
});

test("a question that does not fit the browser's window is refused before it is sent, with what to do, and kept", async ({
  page,
}) => {
  await openWith(page, { window: 1500 });
  await expectReady(page);
  await ask(page, `Good morning! ${"word ".repeat(3000)}`);
  await expectEnded(page, "failed");
  await expect(lastAnswer(page)).toContainText("no longer fits the model's context window");
  await expect(page.getByTestId("question").last()).toContainText("Good morning!");
  const prompts = (await readCalls(page)).filter(({ method }) => method === "prompt");
  expect(JSON.stringify(prompts)).not.toContain("word word");
  await ask(page, "Good morning!");
  await expectNewEnd(page);
});

for (const refuses of ["NotSupportedError", "SyntaxError"] as const) {
  test(`a browser that refuses a constraint with ${refuses} answers all the same`, async ({ page }) => {
    await openWith(page, { refuses });
    await expectReady(page);
    await ask(page, "Good morning!");
    await expectEnded(page);
    await expect(lastAnswer(page)).toContainText("Good morning to you");
  });
}

test("an answer that the browser holds back is said to be", async ({ page }) => {
  await openWith(page, { filters: "long" });
  await expectReady(page);
  await ask(page, "Good morning!");
  await expectEnded(page, "failed");
  await expect(lastAnswer(page)).toContainText("The browser held this answer back.");
});

test("stops in the middle of an answer, and goes on with the next", async ({ page }) => {
  await openWith(page, { pieceMs: 200 });
  await expectReady(page);
  await ask(page, "Good morning!");
  await expect(lastAnswer(page)).toContainText("Good morning");
  await page.getByRole("button", { name: "Stop" }).click();
  await expectNewEnd(page);
  await expect(lastAnswer(page)).not.toContainText("words in it");
  await ask(page, "Good morning once more!");
  await expectEnded(page);
  await expect(lastAnswer(page)).toContainText("words in it");
});

test("nothing of a conversation is lost by a reload: the browser is given it anew", async ({ page }) => {
  await openWith(page);
  await expectReady(page);
  await ask(page, "Good morning!");
  await expectEnded(page);
  await page.reload();
  await expectReady(page);
  await ask(page, "Good morning again!");
  await expectEnded(page);
  expect(JSON.stringify(await readCalls(page))).toContain("Good morning to you, and a long day");
});

test.describe("with a user who writes Spanish", () => {
  test.use({ locale: "es-ES" });

  test("a language that the browser promises is asked for beside English, and nothing is said against it", async ({
    page,
  }) => {
    await openWith(page, { languages: ["en", "es", "ja"] });
    await expectReady(page);
    await expect(page.getByTestId("model-status")).toHaveText("Modelo propio de Chrome");
    const opened = (await readCalls(page)).find(({ method }) => method === "create");
    const languages = [{ type: "text", languages: ["en", "es"] }];
    expect(opened?.options).toMatchObject({ expectedInputs: languages, expectedOutputs: languages });
    await expect(page.getByTestId("model-now")).toContainText("Forma parte de Chrome");
    await expect(page.getByTestId("model-now")).not.toContainText("no dice que este modelo sepa");
  });
});

test.describe("with a user who writes German", () => {
  test.use({ locale: "de-DE" });

  test("a language that the browser does not promise is said to be none of its own", async ({ page }) => {
    await openWith(page, {}, "#/models");
    await expectReady(page);
    await expect(page.getByTestId("model-status")).toHaveText("Chromes eigenes Modell");
    await page.getByRole("button", { name: "Entladen" }).click();
    await expect(page.getByTestId("recommended")).toContainText(
      "Der Browser sagt nicht, dass dieses Modell Deutsch kann",
    );
  });
});
