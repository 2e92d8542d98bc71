import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TINY_FILE } from "../worker/engines/catalog/tiny-model.ts";
import type { RunEvent } from "../worker/protocol/run-event.ts";
import { showForDevelopers } from "./harness/chat-page.ts";
import { test } from "./harness/shared-page.ts";
import { expect, test as onFreshPage } from "./harness/test.ts";
import { ask, expectEnded, exportRun, goTo, openFolds, openModelFolds, openWithScript } from "./page-driver.ts";

/** A script in the model's place, and no engine forced on the others. */
const UNFORCED = "?model=scripted:notes#/models";

onFreshPage(
  "every model says before its first byte whether it fits this device, and why; the stronger one that is recommended asks for its hosts before anything leaves",
  async ({ page }) => {
    const requests: string[] = [];
    page.on("request", (sent) => requests.push(sent.url()));
    await page.goto(UNFORCED);
    await showForDevelopers(page);
    await openModelFolds(page);
    const plan = (model: string) => page.locator(`[data-testid=model][data-model="${model}"]`).getByTestId("plan");
    // The browser of the tests has a processor that plays the GPU.
    await expect(plan("webllm:Qwen3-4B")).toHaveAttribute("data-verdict", "does-not-fit");
    await expect(plan("webllm:Qwen3-4B")).toContainText("the browser only imitates one");
    await expect(plan("starter")).toHaveAttribute("data-verdict", "processor");
    await expect(plan("gguf:Qwen3-0.6B")).toHaveAttribute("data-verdict", "processor");
    await expect(plan("gguf:Qwen3-0.6B")).toContainText(/Memory: about .* for 4,096 tokens of context/);
    await expect(page.getByTestId("device")).toContainText(/cores/);
    await expect(page.getByTestId("device")).toContainText(/Free storage: /);
    await expect(page.getByTestId("device")).toContainText("the browser imitates one");
    await expect(page.getByTestId("device")).toContainText(/16-bit arithmetic: (yes|no)/);
    await expect(page.getByTestId("device")).toContainText(/Largest buffer: [\d.]+ [MG]B/);
    const facts = page.locator('[data-testid=model][data-model="gguf:Qwen3-0.6B"] dl > div');
    await expect(facts).toHaveText([
      /^Download[\d.]+ MB$/,
      /^Memory[\d.]+ GB$/,
      "Context4,096 tokens",
      /^Tool calls\S/,
      "Runs withwllama",
      "LicenceApache-2.0",
    ]);
    const context = page.locator('[data-testid=model][data-model="gguf:Qwen3-0.6B"]').getByTestId("context-choice");
    await context.getByRole("slider", { name: "Context" }).fill("0");
    await expect(context).toContainText(/2,048 tokens; [\d.]+ MB of memory in all/);
    await expect(plan("gguf:Qwen3-0.6B")).toContainText(/Memory: about .* for 2,048 tokens of context/);
    await context.screenshot({ path: test.info().outputPath("context.png") });
    const speaks = page
      .locator('[data-testid=model][data-model="gguf:Qwen3-0.6B"]')
      .getByTestId("speaks")
      .locator("select");
    await expect(speaks.locator("option:checked")).toHaveText("Qwen, Hermes, SmolLM (ChatML) (recognised)");
    await expect(speaks.locator("option")).toHaveCount(17);
    const policy = page.locator('[data-testid=model][data-model="gguf:Qwen3-0.6B"]').getByTestId("policy");
    await expect(policy.locator("option:checked")).toHaveText("in stages (not measured yet)");
    await expect(plan("gguf:Qwen3-0.6B")).toContainText(/[Aa]bout \d+.s an answer/);
    const card = page.getByTestId("recommended");
    await expect(card).toHaveAttribute("data-model", /^gguf:/);
    await expect(card).toContainText("no usable GPU");
    await card.getByRole("button", { name: "Download" }).click();
    const consent = page.getByRole("dialog");
    await expect(consent).toContainText("huggingface.co");
    await expect(consent).toContainText("goes on answering meanwhile");
    await consent.getByRole("button", { name: "Cancel" }).click();
    await expect(consent).toHaveCount(0);
    await expect(card.getByRole("button", { name: "Download" })).toBeVisible();
    expect(requests.filter((url) => /\.gguf|huggingface/.test(url))).toEqual([]);
  },
);

onFreshPage("keeping the data is asked of the browser, and a refusal is said with what helps", async ({ page }) => {
  await page.addInitScript(() => {
    const { storage } = navigator;
    const original = storage.persist.bind(storage);
    storage.persist = () => {
      document.documentElement.dataset.persistAsked = "";
      return original();
    };
  });
  await openWithScript(page, "notes", "#/settings/data");
  await expect(page.locator("html")).not.toHaveAttribute("data-persist-asked");
  await expect(page.getByText("The browser may delete this", { exact: true })).toBeVisible();
  await expect(page.getByText("a private window forgets it on closing")).toBeVisible();
  await page.getByRole("button", { name: "Keep my data" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-persist-asked");
  // The browser of the tests never promises it.
  await expect(page.getByText("The browser did not promise to keep the data.")).toBeVisible();
});

test("another model is chosen by the name of the loaded one, on every page, and the way to a better one is last", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  const picker = page.getByRole("combobox", { name: "Choose another model" });
  await expect(picker).toHaveValue("scripted:notes");
  await picker.selectOption("scripted:talk");
  await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready");
  await expect(picker).toHaveValue("scripted:talk");
  const chosen = await picker.locator("option:checked").textContent();
  await expect(page.getByTestId("model-status")).toHaveText(chosen ?? "");
  await expect(page.getByTestId("model-now")).toHaveText(`Running now: ${chosen}. Get a better one`);
  await expect(picker.locator("option").last()).toHaveText("Get a better one");
  await picker.selectOption("better");
  await expect(page.getByRole("heading", { name: "Models", level: 1 })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Choose another model" })).toHaveValue("scripted:talk");
});

test("an engine that is set and cannot run a model names itself and the one that could", async ({ page }) => {
  await page.goto("?engine=webllm&model=scripted:notes#/models");
  await openModelFolds(page);
  const plan = (model: string) => page.locator(`[data-testid=model][data-model="${model}"]`).getByTestId("plan");
  await expect(plan("gguf:Qwen3-0.6B")).toHaveAttribute("data-verdict", "other-engine");
  await expect(page.locator('[data-testid=model][data-model="gguf:Qwen3-0.6B"]')).toContainText("Not with webllm");
  await expect(plan("gguf:Qwen3-0.6B")).toContainText("It is set to run on webllm");
  await expect(plan("gguf:Qwen3-0.6B")).toContainText("wllama can: choose it in the settings");
  await expect(page.getByText("Nothing can run it here.")).toHaveCount(0);
});

test("a model file from a folder is kept; one that is cut, or is none, is named once and called damaged in words, and the loaded model stays", async ({
  page,
}) => {
  await openWithScript(page, "notes", "#/models");
  const tiny = await readFile(new URL(TINY_FILE.url));
  const give = (name: string, buffer: Buffer) =>
    page.getByTestId("import-input").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  for (const [name, content] of [
    ["holiday.gguf", Buffer.from("this is a diary, not a model".repeat(50))],
    ["cut.gguf", tiny.subarray(0, tiny.length - 1000)],
  ] as const) {
    await give(name, content);
    const failure = page.getByTestId("failure");
    await expect(failure).toHaveAttribute("data-code", "model-corrupt");
    await expect(failure).toContainText("damaged or is not a model");
    await expect(failure).toContainText(`${name}: `);
    await expect(failure).toContainText(/Nothing was taken away: .*notes.* goes on answering\.\s*Choose another file/i);
    await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready");
    await failure.locator("summary").click();
    await expect(failure.locator("pre")).toContainText(name);
  }
  await expect(page.getByText("Imported from a file.")).toHaveCount(0);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByTestId("failure")).toHaveCount(0);
  await page.getByRole("link", { name: "New chat" }).click();
  await ask(page, "When does the ferry leave?");
  await expectEnded(page);
  await goTo(page, "#/models");

  const folder = await mkdtemp(join(tmpdir(), "alcove-models-"));
  await writeFile(join(folder, "notes.txt"), "no model");
  await writeFile(join(folder, "small.gguf"), tiny);
  await page.getByTestId("import-folder").setInputFiles(folder);
  const card = page.locator("[data-testid=model][data-model^=imported-]");
  await expect(card).toContainText("Imported from a file.");
  await expect(card).toContainText("your own file");
  await expect(card.getByRole("heading")).toHaveText("small");
  await rm(folder, { recursive: true, force: true });
});

onFreshPage(
  "a model file that finds no room says how much it needs and how much there is",
  async ({ page, context }) => {
    await openWithScript(page, "notes", "#/models");
    const session = await context.newCDPSession(page);
    const { origin } = new URL(page.url());
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 300_000 });
    const buffer = await readFile(new URL(TINY_FILE.url));
    await page.getByTestId("import-input").setInputFiles({ name: "small.gguf", mimeType: "", buffer });
    const failure = page.getByTestId("failure");
    await expect(failure).toHaveAttribute("data-code", "storage-full");
    await expect(failure).toContainText("small.gguf: There is no room left");
    await expect(failure).toContainText(/It needs 613 kB, and the browser has .* left for this app/);
    await expect(failure).toContainText("goes on answering");
  },
);

test("a script is put through the gym, and its score by kind of case stands on its card", async ({ page }) => {
  test.setTimeout(90_000);
  await openWithScript(page, "calculator", "#/gym");
  await page.getByLabel("Kinds of cases").selectOption("refusal");
  await page.getByRole("button", { name: "Start" }).click();
  const progress = page.getByTestId("gym-progress");
  // The script makes no call here, which is right where no tool fits.
  await expect(progress).toHaveAttribute("data-done", "10", { timeout: 60_000 });
  await expect(progress).toHaveAttribute("data-state", "idle");
  await expect(progress).toHaveAttribute("data-passed", "10");
  await page.getByLabel("Kinds of cases").selectOption("enum");
  await page.locator("select[name=amount]").selectOption("few");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(progress).toHaveAttribute("data-done", "2", { timeout: 60_000 });
  await expect(progress).toHaveAttribute("data-passed", "0");
  const first = page.getByTestId("gym-case").first();
  await first.locator("summary").click();
  await expect(first).toContainText("it did not call set_lamp");

  await page.goto("?engine=scripted&model=scripted:calculator#/models");
  const line = page.locator('[data-testid=model][data-model="scripted:calculator"]').getByTestId("gym-line");
  await expect(line).toContainText("0%");
  await expect(line).toContainText("0 of 2 cases");
});

test("a model shows no score of ours from another format than it speaks, and the user's own once there is one", async ({
  page,
}) => {
  await openWithScript(page, "calculator", "#/models");
  await openModelFolds(page);
  const card = (id: string) => page.locator(`[data-testid=model][data-model="${id}"]`);
  const starter = card("starter");
  const lines = starter.getByTestId("gym-line");
  // Ours were measured in a format that the starter no longer speaks.
  await expect(lines).toHaveCount(0);
  await expect(starter.getByTestId("gym-unmeasured")).toContainText("have not been measured yet");

  const remote = card("gguf:Qwen3-0.6B");
  await expect(remote.getByTestId("gym-unmeasured")).toContainText("have not been measured yet. Once it is here");

  // A full score of one's own, as the gym leaves it.
  await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle("gym-scores.json", { create: true });
    const stream = await handle.createWritable();
    const tally = { passed: 71, tried: 100 };
    const facts = { modelId: "starter", engine: "webllm", format: "chatml", constrained: true, version: 1 };
    await stream.write(
      JSON.stringify([{ ...facts, at: 1, durationMs: 1, byKind: { numbers: tally }, total: tally, complete: true }]),
    );
    await stream.close();
  });
  await page.reload();
  await openModelFolds(page);
  await expect(starter.locator("[data-testid=gym-line][data-own]")).toContainText("Tool test: 71%");
  await expect(lines).toHaveCount(1);
});

test("a model whose files are here goes to the gym with one press", async ({ page }) => {
  await openWithScript(page, "calculator", "#/models");
  await expect(page.getByTestId("developer-models")).toBeVisible();
  await openFolds(page);
  const loaded = page.locator('[data-testid=model][data-model="scripted:calculator"]');
  await expect(loaded.getByTestId("gym-unmeasured")).toHaveText("Its tool calls have not been measured yet.");
  await expect(loaded.getByRole("link", { name: "Test its tool use" })).toBeVisible();
  const other = page.locator('[data-testid=model][data-model="scripted:notes"]');
  await other.getByRole("button", { name: "Load it and test its tool use" }).click();
  await expect(page).toHaveURL(/#\/gym$/);
  await expect(page.getByRole("heading", { name: "Script: notes" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
});

test("the gym is stopped half-way with what it reached, and the chat has the model again", async ({ page }) => {
  await openWithScript(page, "calculator", "#/gym");
  await page.getByRole("button", { name: "Start" }).click();
  const progress = page.getByTestId("gym-progress");
  await expect.poll(async () => Number(await progress.getAttribute("data-done"))).toBeGreaterThan(1);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(progress).toHaveAttribute("data-state", "idle");
  expect(Number(await progress.getAttribute("data-done"))).toBeLessThan(100);
  await expect(page.getByTestId("gym-line")).toContainText("not all cases");
  await page.goto("?engine=scripted&model=scripted:calculator#/");
  await ask(page, "Hello");
  await expectEnded(page);
});

test("how a model is spoken to and how its words are drawn can be changed on its card, tried there, and is what it gets", async ({
  page,
}) => {
  await openWithScript(page, "notes", "#/models");
  await openModelFolds(page);
  const card = page.locator("[data-testid=model][data-model='scripted:notes']");
  const speaks = card.getByTestId("speaks");
  await speaks.getByRole("combobox", { name: "Speaks" }).selectOption("@tool lines");
  await speaks.getByRole("button", { name: "Try it" }).click();
  await expect(speaks.locator("pre").first()).toContainText("write a single line: @tool");
  await expect(speaks.getByTestId("speaks-answer")).toContainText("I play a written script.");
  await speaks.getByRole("combobox", { name: "Speaks" }).selectOption("JSON protocol (thought, action, final)");
  await speaks.getByRole("button", { name: "Try it" }).click();
  await expect(speaks.locator("pre").first()).toContainText('"action"');
  await speaks.getByRole("combobox", { name: "Speaks" }).selectOption({ index: 0 });
  await card.getByTestId("model-sampling").getByLabel("Temperature").fill("0.35");
  await card.getByTestId("model-sampling").getByLabel("Min p").fill("0.1");
  await card.getByTestId("model-sampling").getByLabel("Min p").blur();

  await goTo(page, "#/");
  await ask(page, "When does the ferry leave?");
  await expectEnded(page);
  const { events } = JSON.parse(await exportRun(page)) as { readonly events: readonly RunEvent[] };
  expect(events.find(({ type }) => type === "run-start")).toMatchObject({ format: "chatml" });
  const sampling = { temperature: 0.35, minP: 0.1, repetitionPenalty: 1 };
  expect(events.find(({ type }) => type === "prompt-sent")).toMatchObject({ sampling });
});
