import type { Page } from "@playwright/test";
import { expect, test } from "./harness/test.ts";
import { ask, expectEnded, goTo, openWithScript } from "./page-driver.ts";

// The plain picture that is left while everything is removed has no icon.
test.use({ expectedErrors: [/favicon\.ico/] });

const PASSPHRASE = "correct horse battery";

/** A folder of the private file system stands for one of the disk. */
async function offerFolder(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const disk = await (await navigator.storage.getDirectory()).getDirectoryHandle("disk", { create: true });
    Reflect.set(globalThis, "showDirectoryPicker", async () => disk);
  });
}

async function listBackups(page: Page): Promise<readonly string[]> {
  return await page.evaluate(async () => {
    const disk = await (await navigator.storage.getDirectory()).getDirectoryHandle("disk");
    const names: string[] = [];
    for await (const name of disk.keys()) names.push(name);
    return names;
  });
}

test("a sealed backup goes into a folder, and brings everything back after the browser removed it", async ({
  page,
  app,
}) => {
  await openWithScript(page, "notes");
  await ask(page, "Remember that the ferry to the island leaves at 7:40");
  await expectEnded(page);
  await goTo(page, "#/settings/data");
  await offerFolder(page);
  await expect(page.getByText(/^The browser (?:keeps it|may delete this)$/)).toBeVisible();
  const backup = page.getByTestId("backup");
  await backup.getByRole("button", { name: "Choose the folder" }).click();
  await backup.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
  await backup.getByLabel("The passphrase again").fill(PASSPHRASE);
  await backup.getByRole("button", { name: "Start the backups" }).click();
  await expect(backup.getByRole("status").last()).toHaveText(/^The backup is written, and was read back/);
  await expect(backup).toContainText("a sealed backup goes into the folder “disk”");
  await expect(backup).toContainText(/The last backup is of 20\d\d-\d\d-\d\d, in the folder “disk”/);
  expect(await listBackups(page)).toEqual([
    expect.stringMatching(/^alcove-backup-[\d-]{10}-[0-9a-f]{8}\.sealed\.json$/),
  ]);

  const file = await page.evaluate(
    async (name) => {
      const disk = await (await navigator.storage.getDirectory()).getDirectoryHandle("disk");
      return await (await (await disk.getFileHandle(name)).getFile()).text();
    },
    (await listBackups(page))[0] ?? "",
  );
  expect(file).not.toContain("ferry");

  await test.step("what is evicted is missed at the next start, from what the browser leaves", async () => {
    // The page has noted by now in which database it keeps things.
    await expect.poll(() => page.evaluate(() => localStorage.getItem("alcove.kept-in"))).not.toBeNull();
    await page.goto(`${app.url}icon.svg`);
    const session = await page.context().newCDPSession(page);
    const storageTypes = "indexeddb,cache_storage,service_workers,file_systems";
    await session.send("Storage.clearDataForOrigin", { origin: new URL(app.url).origin, storageTypes });
    await openWithScript(page, "notes");
    await expect(page.locator(".banners")).toContainText("Stored data that was here before could not be found.", {
      timeout: 15_000,
    });
    await expect(page.getByTestId("restore")).toContainText("in the folder “disk”");
  });

  await test.step("the file of the last backup, chosen there, brings it back", async () => {
    const restore = page.getByTestId("restore");
    const backup = { name: "backup.sealed.json", mimeType: "application/json", buffer: Buffer.from(file) };
    await restore.getByLabel("Choose a file to import").setInputFiles(backup);
    await restore.getByLabel("The file is sealed. Its passphrase:").fill(PASSPHRASE);
    await restore.getByRole("button", { name: "Open the file" }).click();
    const preview = page.getByTestId("import-preview");
    await expect(preview.locator('[data-kind="memories"]')).toContainText("1 new");
    await preview.getByLabel(/my own backup/).check();
    await preview.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByTestId("restore")).toHaveCount(0);
    await goTo(page, "#/memory");
    await expect(page.getByTestId("memory")).toContainText("7:40");
  });
});

test("where the browser lets no page write into folders, that is said", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "showDirectoryPicker"));
  await openWithScript(page, "notes");
  await goTo(page, "#/settings/data");
  await expect(page.getByTestId("backup")).toContainText("there is no backup by itself. Export everything");
  await expect(page.getByRole("button", { name: "Export everything" })).toBeVisible();
});
