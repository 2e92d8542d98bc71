import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { showForDevelopers } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { makeTinyFolder } from "./harness/tiny-folder.ts";
import { openWithScript } from "./page-driver.ts";

test("a folder in MLC's form is checked, kept, loaded by WebLLM and found again; without its library it is refused", async ({
  page,
}) => {
  const { root, folder, library } = await writeTinyFolder();
  try {
    await openWithScript(page, "notes", "#/models");
    const input = page.getByTestId("import-folder");
    await input.setInputFiles(folder);
    const failure = page.getByTestId("failure").first();
    await expect(failure).toHaveAttribute("data-code", "library-missing");
    await expect(failure).toContainText("This folder has no model library.");

    await page.goto("?model=scripted:notes#/models");
    await expect(page.getByTestId("model-status")).toHaveAttribute("data-state", "ready");
    await writeFile(join(folder, "tiny-webgpu.wasm"), library);
    await input.setInputFiles(folder);
    const current = page.getByTestId("current-model");
    await expect(current.getByRole("heading")).toHaveText("tiny-MLC", { timeout: 60_000 });
    await expect(current).toContainText("Loaded now", { timeout: 120_000 });
    const card = page.locator("[data-testid=model][data-model^=imported-mlc-]");
    await expect(card.getByRole("heading")).toHaveText("tiny-MLC");
    await showForDevelopers(page);
    await card.getByRole("button", { name: "Check its file" }).click();
    await expect(card.getByText("The file is as it was when it was kept.")).toBeVisible({ timeout: 30_000 });

    // The choice is remembered: the next start loads it from what is kept here.
    await page.goto("./#/models");
    await page.reload();
    await expect(current.getByRole("heading")).toHaveText("tiny-MLC", { timeout: 60_000 });
    await expect(current).toContainText("Loaded now", { timeout: 120_000 });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

test("a folder in MLC's form that is dropped is read like one that was picked, also inside another folder", async ({
  page,
}) => {
  const { root, folder, library } = await writeTinyFolder();
  try {
    await writeFile(join(folder, "tiny-webgpu.wasm"), library);
    // A file of the same name beside the model's folder is not the model's.
    await writeFile(join(root, "params_shard_0.bin"), "another model's");
    await openWithScript(page, "notes", "#/models");
    await drop(page, "import-drop", root);
    const card = page.locator("[data-testid=model][data-model^=imported-mlc-]");
    await expect(card.getByRole("heading")).toHaveText("tiny-MLC", { timeout: 60_000 });
    await showForDevelopers(page);
    await card.getByRole("button", { name: "Check its file" }).click();
    await expect(card.getByText("The file is as it was when it was kept.")).toBeVisible({ timeout: 60_000 });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

async function writeTinyFolder(): Promise<{
  readonly root: string;
  readonly folder: string;
  readonly library: Buffer;
}> {
  const { files, library } = await makeTinyFolder();
  const root = await mkdtemp(join(tmpdir(), "alcove-mlc-"));
  const folder = join(root, "tiny-MLC");
  await mkdir(folder);
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  return { root, folder, library };
}

/** Drops a file or a folder as the desktop does: a `DataTransfer` made by a script holds no folders. */
async function drop(page: Page, target: string, path: string): Promise<void> {
  const place = page.getByTestId(target);
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (box === null) throw new Error(`${target} is not shown`);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, x: box.x + 20, y: box.y + 20, data });
  }
}
