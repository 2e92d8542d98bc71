import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Page } from "@playwright/test";
import { TINY_FILE } from "../worker/engines/catalog/tiny-model.ts";
import { BRIEF_SKILL, type ChatPage, driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { addHome } from "./harness/test-server.ts";

const QUERY = "engine=webllm&model=tiny";
const QUESTION = "Where is the lighthouse?";

/** A profile in which the tiny model was loaded and a question asked; then the pack it makes. */
async function makePack(page: Page, folder: string): Promise<string> {
  const chat = driveChat(page);
  await chat.open(QUERY);
  await answerAndStop(chat, QUESTION);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.evaluate(() => {
    location.hash = "#/settings/developer";
  });
  await page.getByRole("checkbox", { name: "Show what developers need" }).check();
  const packs = page.getByTestId("packs");
  await expect(packs.getByLabel(/Tiny/)).toBeChecked();
  // What one hands to others holds no conversations unless one asks for it.
  await expect(packs.getByLabel(/My conversations/)).not.toBeChecked();
  await packs.getByLabel(/My conversations/).check();
  const download = page.waitForEvent("download", { timeout: 60_000 });
  await packs.getByRole("button", { name: "Save the copy" }).click();
  const path = join(folder, "alcove.tar");
  await (await download).saveAs(path);
  await expect(packs.getByText(/The copy has/)).toBeVisible();
  return path;
}

// One story, as making a pack loads the model first.
test.describe("a pack", () => {
  // What the service worker keeps goes into the pack.
  test.use({ serviceWorkers: "allow" });

  test("made in one profile is dropped into a fresh one, unpacked and started with the server it brings, and refused when it is damaged", async ({
    page,
    profile,
    serveApp,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), "alcove-pack-"));
    const pack = await makePack(page, folder);

    await test.step("dropped into a fresh profile, offline: the chats and the model are there", async () => {
      const server = await serveApp();
      const context = await profile.open();
      const fresh = context.pages()[0] ?? (await context.newPage());
      const address = `${server.url}?engine=scripted&model=scripted:notes#/settings/developer`;
      await fresh.goto(address);
      await fresh.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await server.stop();
      await context.setOffline(true);
      await fresh.goto("about:blank");
      await fresh.goto(address);

      await drop(fresh, pack);
      const contents = fresh.getByTestId("pack-contents");
      await expect(contents).toContainText("Tiny");
      await expect(contents).toContainText("conversations");
      await contents.getByLabel(/my own backup/).check();
      await contents.getByRole("button", { name: "Install" }).click();
      await expect(fresh.getByText("The copy is installed.")).toBeVisible({ timeout: 60_000 });
      await expect(fresh.getByRole("link", { name: QUESTION }).first()).toBeVisible();
      expect(await readSeal(fresh)).toMatchObject({ bytes: TINY_FILE.bytes, sha256: TINY_FILE.sha256 });
      await context.close();
    });

    await test.step("unpacked, it starts the app with the server it brings, installs from its folder, and its model answers", async () => {
      const unpacked = join(folder, "unpacked");
      await mkdir(unpacked);
      execFileSync("tar", ["-xf", pack, "-C", unpacked]);
      const server = spawn("python3", [join(unpacked, "serve.py"), "0"], { stdio: ["ignore", "pipe", "inherit"] });
      try {
        const url = await readAddress(server);
        addHome(url);
        // Another origin than that of the step before: nothing of it is here.
        const context = await profile.open();
        const fresh = context.pages()[0] ?? (await context.newPage());
        await fresh.goto(`${url}?engine=scripted&model=scripted:notes#/settings/developer`);
        await expect(fresh.getByTestId("model-status")).toHaveAttribute("data-state", "ready");
        expect(await fresh.evaluate(() => crossOriginIsolated)).toBe(true);
        await fresh.getByTestId("pack-folder").setInputFiles(unpacked);
        const contents = fresh.getByTestId("pack-contents");
        await contents.getByLabel(/my own backup/).check();
        await contents.getByRole("button", { name: "Install" }).click();
        await expect(fresh.getByText("The copy is installed.")).toBeVisible({ timeout: 60_000 });
        await expect(fresh.getByRole("link", { name: QUESTION }).first()).toBeVisible();
        expect(await readSeal(fresh)).toMatchObject({ sha256: TINY_FILE.sha256 });
        const chat = driveChat(fresh, url);
        await chat.open(QUERY);
        await answerAndStop(chat, "Hello again");
        await context.close();
      } finally {
        server.kill();
      }
    });

    await test.step("damaged, it is refused in words, and nothing of it stays", async () => {
      const bytes = await readFile(pack);
      const at = bytes.indexOf(Buffer.from("GGUF\u0003\0\0\0")) + 5000;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await writeFile(pack, bytes);
      await page.goto("?engine=scripted&model=scripted:notes#/settings/developer");
      // Else the tiny model is here already, and is not read from the pack at all.
      await page.evaluate(async () =>
        (await navigator.storage.getDirectory()).removeEntry("model-files", { recursive: true }),
      );
      await page.reload();
      await page.getByTestId("pack-input").setInputFiles(pack);
      await page
        .getByTestId("pack-contents")
        .getByLabel(/my own backup/)
        .check();
      await page.getByTestId("pack-contents").getByRole("button", { name: "Install" }).click();
      const failure = page.getByTestId("packs").getByTestId("failure");
      await expect(failure).toHaveAttribute("data-code", "import-refused");
      await failure.locator("summary").click();
      await expect(failure.locator("pre")).toContainText("damaged or changed");
      const kept = await page.evaluate(async () => {
        const folders = await navigator.storage.getDirectory();
        const names: string[] = [];
        for await (const name of (await folders.getDirectoryHandle("model-files")).keys()) names.push(name);
        return names;
      });
      expect(kept).toEqual([]);
    });
    await rm(folder, { recursive: true, force: true });
  });
});

async function answerAndStop(chat: ChatPage, question: string): Promise<void> {
  await chat.chooseSkill(BRIEF_SKILL);
  await chat.answerAndStop(question);
}

/** What was written down when the tiny model was kept; null where it is not. */
function readSeal(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const model = await (await root.getDirectoryHandle("model-files")).getDirectoryHandle("tiny").catch(() => null);
    const seal = await model?.getFileHandle("sealed.json");
    return seal === undefined ? null : JSON.parse(await (await seal.getFile()).text());
  });
}

/** Drops a file on the drop target as a user does from a folder. */
async function drop(page: Page, path: string): Promise<void> {
  const base64 = (await readFile(path)).toString("base64");
  const transfer = await page.evaluateHandle(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], "alcove.tar", { type: "application/x-tar" }));
    return data;
  }, base64);
  await page.getByTestId("pack-drop").dispatchEvent("drop", { dataTransfer: transfer });
}

async function readAddress(server: ChildProcess): Promise<string> {
  const lines = createInterface({ input: server.stdout ?? Readable.from([]) });
  return await new Promise((resolve, reject) => {
    // Read to its end: a server whose reader has gone cannot write its next line.
    lines.on("line", (line) => {
      const [url] = /http:\/\/[\d.]+:\d+\//.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
    lines.on("close", () => reject(new Error("the server said no address")));
  });
}
