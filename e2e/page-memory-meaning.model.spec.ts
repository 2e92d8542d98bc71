import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../dev/scripts/build-app.ts";
import { SHIPPED_EMBEDDER } from "../worker/engines/catalog/shipped-embedder.ts";
import { STARTER_FILE } from "../worker/engines/catalog/starter-model.ts";
import { driveChat, expectReady } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { composer, goTo, openWithScript } from "./page-driver.ts";

const FILE = join(ROOT, ".models", STARTER_FILE.path.replace(/^models\//, ""));
const isThere = existsSync(FILE) && statSync(FILE).size === STARTER_FILE.bytes;
const EMBEDDER = join(ROOT, ".models/embedder", SHIPPED_EMBEDDER.name);
/** A busy machine may take its time. */
const LONG = { timeout: 120_000 };

// In the first test the starter stands for an embedding model: every GGUF goes the same way.
test.skip(!isThere, "needs the starter model: npm run model:fetch");

test("an embedding model that is picked gives every note a vector, is there after a reload, and goes again", async ({
  page,
}) => {
  await openWithScript(page, "notes", "#/memory");
  const section = page.getByTestId("semantic-search");
  await expect(section).toHaveAttribute("data-state", "absent");
  await expect(section).toContainText("Off: notes are found by their words");
  const add = async (text: string): Promise<void> => {
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByLabel("What to remember").fill(text);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByTestId("memory").filter({ hasText: text })).toBeVisible();
  };
  await add("The ferry to the island leaves at 7:40");
  await add("My bicycle is green");
  await page.getByTestId("embedding-file").setInputFiles(FILE);
  await expect(section).toContainText(/: 2 of 2 notes are found by meaning/, { timeout: 120_000 });
  await add("Grandmother was born in Vienna");
  await expect(section).toContainText(/: 3 of 3 notes are found by meaning/, { timeout: 60_000 });

  await page.reload();
  await expect(section).toContainText(/: 3 of 3 notes are found by meaning/, { timeout: 120_000 });
  await section.getByRole("button", { name: "Remove it" }).click();
  await expect(section).toHaveAttribute("data-state", "absent");
  await page.reload();
  await expect(section).toHaveAttribute("data-state", "absent");
});

test("the embedding model that comes with the app is fetched beside the starter; notes and files are found by meaning, also offline", async ({
  serveApp,
  profile,
  expectErrors,
}) => {
  test.skip(!existsSync(EMBEDDER), "needs the embedding model: npm run model:fetch -- embedder");
  const server = await serveApp({ listsModels: true });
  const context = await profile.open();
  const page = await context.newPage();
  const chat = driveChat(page, server.url);
  const section = page.getByTestId("semantic-search");
  const search = async (call: string): Promise<void> => {
    await composer(page).fill(call);
    await composer(page).press("Enter");
  };
  const findLease = async (): Promise<void> => {
    await page.getByRole("link", { name: "New chat" }).click();
    // Words that stand in no file of the folder.
    await search('/search_files {"query": "puppies kittens hamsters", "limit": 1}');
    await expect(page.getByTestId("tool-result").last()).toContainText("english/lease.md", LONG);
  };
  await chat.open("engine=wllama&model=starter");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

  await test.step("notes get their vectors while the model rests", async () => {
    await goTo(page, "#/memory");
    await expect(section).toContainText(SHIPPED_EMBEDDER.title, LONG);
    for (const text of ["Our landlord raised the rent to 940 pounds", "Mi hijo no tolera los cacahuetes", "Ben runs"]) {
      await page.getByRole("button", { name: "Add a note" }).click();
      await page.getByLabel("What to remember").fill(text);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByTestId("memory").filter({ hasText: text })).toBeVisible();
    }
    await expect(section).toContainText("3 of 3 notes are found by meaning", LONG);
    await page.screenshot({ path: test.info().outputPath("memory-desktop.png") });
  });

  await test.step("so do the passages of a folder, and how far that is stands there", async () => {
    await goTo(page, "#/files");
    await page.getByRole("button", { name: "Try the sample folder" }).click();
    await expect(page.getByTestId("workspace")).toContainText("english");
    await goTo(page, "#/");
    await search('/search_files {"query": "anything", "limit": 1}');
    await expect(page.getByTestId("tool-result").last()).toBeVisible(LONG);
    await goTo(page, "#/files");
    const progress = page.getByText(/Found by meaning as well as by words: (\d+) of \d+ passages/);
    await expect(progress).toBeVisible(LONG);
    await page.screenshot({ path: test.info().outputPath("files-desktop.png") });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: test.info().outputPath("files-phone.png") });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByText(/words: (\d+) of \1 passages/)).toBeVisible(LONG);
    await goTo(page, "#/");
    await findLease();
  });

  await test.step("offline, after a reload, all of it is there, and a note is found in another language", async () => {
    expectErrors(/ERR_CONNECTION_REFUSED|Failed to load resource/);
    await server.stop();
    await page.reload();
    await expectReady(page, LONG.timeout);
    await goTo(page, "#/memory");
    await expect(section).toContainText("3 of 3 notes are found by meaning", LONG);
    await goTo(page, "#/");
    await findLease();
    await search('/memory_search {"query": "What food is the boy allergic to?", "limit": 1}');
    await expect(page.getByTestId("tool-result").last()).toContainText("cacahuetes");
  });
});
