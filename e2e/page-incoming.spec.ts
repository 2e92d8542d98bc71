import type { Page } from "@playwright/test";
import { expect, test } from "./harness/test.ts";
import { composer } from "./page-driver.ts";

// The service worker is part of what is shown here.
test.use({ serviceWorkers: "allow" });

const SCRIPTED = "?engine=scripted&model=scripted:notes";

async function waitUntilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (navigator.serviceWorker.controller === null) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

test("what another app shares is in the composer of a new chat, is not sent, and is taken once", async ({
  app,
  page,
  context,
}) => {
  await page.goto(SCRIPTED);
  await test.step("the first visit says when the app is kept for use without a network", async () => {
    await expect(page.getByText("from now on it opens without a network")).toBeVisible();
  });
  await waitUntilKept(page);

  // The system posts as a form would, so a form of another page stands for it.
  const other = await context.newPage();
  await other.setContent(`
    <form method="post" enctype="multipart/form-data" action="${app.url}share">
      <input name="title" value="Ferries"><input name="text" value="When does the ferry leave?">
      <input name="files" type="file" multiple><button>Share</button>
    </form>`);
  await other.locator("input[type=file]").setInputFiles([
    { name: "Fähre.csv", mimeType: "text/csv", buffer: Buffer.from("ferry;7:40") },
    { name: "photo.png", mimeType: "image/png", buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
  ]);
  await other.getByRole("button", { name: "Share" }).click();
  await expect(composer(other)).toHaveValue("Ferries\nWhen does the ferry leave?");
  await expect(other.getByTestId("source-mark")).toContainText("Another app or page put this text here.");
  await expect(other.getByRole("list", { name: "Attached files" })).toContainText("Fähre.csv");
  // Whether the model was loaded by then or not: the picture is broken, and the model blind.
  await expect(
    other.getByText(/^photo\.png (is a picture, and the loaded model cannot see|was not attached: it is damaged)/),
  ).toBeVisible();
  await expect(other.getByTestId("question")).toHaveCount(0);
  expect(new URL(other.url()).search).toBe("");
  const waiting = await other.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("alcove-shared"));
    return (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat().length;
  });
  expect(waiting).toBe(0);

  await test.step("the mark outlives a reload, goes with the text, and comes with what is pasted", async () => {
    await other.goto(app.url);
    await expect(other.getByTestId("source-mark")).toBeVisible();
    await composer(other).fill("");
    await expect(other.getByTestId("source-mark")).toHaveCount(0);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await other.evaluate(() => navigator.clipboard.writeText("/memory_write {}"));
    await composer(other).press("ControlOrMeta+V");
    await expect(other.getByTestId("source-mark")).toContainText("Some of this was pasted.");
    await composer(other).press("Enter");
    await expect(other.getByTestId("question")).toContainText("From outside");
    await expect(other.getByTestId("manual-call")).toHaveCount(0);
  });

  await test.step("a paste that no field holds without effort becomes a file", async () => {
    await other.evaluate(() => navigator.clipboard.writeText("The ferry leaves at 7:40. ".repeat(5_000)));
    await composer(other).press("ControlOrMeta+V");
    await expect(other.getByRole("list", { name: "Attached files" })).toContainText("text.txt");
    await expect(composer(other)).toHaveValue("");
  });

  await test.step("a note that was pasted is marked as from outside, and one that was typed is not", async () => {
    await other.goto(`${app.url}#/memory`);
    for (const isPasted of [true, false]) {
      await other.getByRole("button", { name: "Add a note" }).click();
      const field = other.getByRole("form", { name: "Add a note" }).getByRole("textbox").first();
      await other.evaluate(() => navigator.clipboard.writeText("Invoices go to account 7"));
      if (isPasted) await field.press("ControlOrMeta+V");
      else await field.pressSequentially("My boat is blue");
      await other.getByRole("button", { name: "Save" }).click();
      const note = other.getByTestId("memory").filter({ hasText: isPasted ? "account 7" : "boat" });
      await expect(note).toBeVisible();
      await expect(note.getByText("From outside")).toHaveCount(isPasted ? 1 : 0);
    }
  });

  await other.goto(`${app.url}?shared=gone`);
  await expect(other.getByText("What was shared is no longer here.")).toBeVisible();
});

test("a file that is opened with the app is attached to a new chat", async ({ page }) => {
  await page.addInitScript(() => {
    const file = new File(["The ferry leaves at 7:40."], "timetable.txt", { type: "text/plain" });
    const launchQueue = {
      setConsumer: (consumer: (params: unknown) => void) => consumer({ files: [{ getFile: async () => file }] }),
    };
    Object.defineProperty(globalThis, "launchQueue", { value: launchQueue, configurable: true });
  });
  await page.goto(`${SCRIPTED}#/tools`);
  await expect(page.getByRole("list", { name: "Attached files" })).toContainText("timetable.txt");
  await expect(page.getByTestId("question")).toHaveCount(0);
});

test("where the host sends no headers, a reload for all cores is offered and brings them", async ({
  serveApp,
  page,
}) => {
  const server = await serveApp({ securityHeaders: false });
  await page.goto(`${server.url}${SCRIPTED}`);
  const banner = page.getByTestId("update");
  await expect(banner).toContainText("A reload lets models on the processor use all its cores.");
  await banner.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expect(banner).toHaveCount(0);
});
