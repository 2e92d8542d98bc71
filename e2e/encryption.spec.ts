import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { goTo } from "./page-driver.ts";

const SCRIPT = "engine=scripted&model=scripted:notes";
const PASSPHRASE = "four words that differ";
/** Words that nothing else on the disk has. */
const SECRETS = ["quokkaberry", "flarnstone", "zanthorpe", "mirkwattle"];

test("with a passphrase nothing of notes, messages and drafts is readable on the disk, and everything works", async ({
  profile,
  app,
}) => {
  test.setTimeout(240_000);
  await test.step("without one they are", async () => {
    const context = await profile.open();
    const page = await context.newPage();
    const chat = driveChat(page, app.url);
    await chat.open(SCRIPT);
    await chat.ask("Remember that the quokkaberry jar is behind the flarnstone");
    await chat.waitForEnd();
    // The script saves words of its own, whatever it is told.
    await goTo(page, "#/memory");
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByLabel("What to remember").fill("The quokkaberry jar is behind the flarnstone");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByTestId("memory")).toHaveCount(2);
    await context.close();
    expect(findOnDisk(profile.folder)).toEqual(["quokkaberry", "flarnstone"]);
  });

  await test.step("setting one says what forgetting it means, and encrypts what is there", async () => {
    const context = await profile.open();
    const page = await context.newPage();
    const chat = driveChat(page, app.url);
    await chat.open(SCRIPT);
    await goTo(page, "#/settings/privacy");
    const form = page.getByTestId("encrypt");
    await expect(form).toContainText("A forgotten passphrase cannot be reset by anyone");
    await expect(form).toContainText("Not encrypted: files in your folders");
    await form.getByLabel("Passphrase", { exact: true }).fill("short");
    await expect(form.getByRole("button", { name: "Encrypt everything" })).toBeDisabled();
    await form.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
    await form.getByLabel("The passphrase again").fill(PASSPHRASE);

    await page.evaluate(async () => {
      await (await caches.open("alcove-read")).put("https://kept.invalid/model", new Response("a prompt"));
    });
    const other = await context.newPage();
    await driveChat(other, app.url).open(SCRIPT);
    await form.getByRole("button", { name: "Encrypt everything" }).click();
    await expect(page.getByText("Alcove is open in another tab")).toBeVisible();
    await other.close();
    await form.getByRole("button", { name: "Encrypt everything" }).click();
    await expect(page.getByText("What is stored here is encrypted with your passphrase.").first()).toBeVisible();
    expect(await page.evaluate(() => caches.has("alcove-read"))).toBe(false);

    await goTo(page, "#/settings/data");
    await expect(page.getByLabel("Seal the file with a passphrase.")).toBeChecked();
    await goTo(page, "#/");
    await chat.ask("Remember that the zanthorpe ferry leaves at 7:40");
    await chat.waitForEnd();
    await page.getByRole("textbox", { name: "Message" }).fill("mirkwattle, half a thought");
    await context.close();
  });

  await test.step("the next visit asks for it, says when it is wrong, and finds everything", async () => {
    const context = await profile.open();
    const page = await context.newPage();
    await page.goto(`${app.url}?${SCRIPT}`);
    await expect(page.getByRole("heading", { name: "Alcove is locked" })).toBeVisible();
    // LevelDB deletes the tables it has written anew when nothing reads them any more, at the latest when it is next opened.
    await expect.poll(() => findOnDisk(profile.folder), { timeout: 30_000, intervals: [1000] }).toEqual([]);
    await unlock(page, "four words that rhyme");
    await expect(page.getByText("This is not the passphrase.")).toBeVisible();
    await unlock(page, PASSPHRASE);
    const chat = driveChat(page, app.url);
    await expect(page.getByTestId("unlock")).toHaveCount(0);
    await chat.ask("When does the zanthorpe ferry leave?");
    await chat.waitForEnd();
    await expect(chat.answer.getByTestId("answer-text").last()).toContainText("7:40");
    await goTo(page, "#/memory");
    await expect(page.getByTestId("memory")).toHaveCount(2);
    await expect(page.getByTestId("memory").getByText("flarnstone")).toBeVisible();

    const other = await context.newPage();
    await other.goto(`${app.url}?${SCRIPT}`);
    await unlock(other, PASSPHRASE);
    await expect(other.getByTestId("unlock")).toHaveCount(0);
    await goTo(page, "#/settings/privacy");
    await page.getByRole("button", { name: "Lock now" }).click();
    for (const tab of [page, other]) {
      await expect(tab.getByRole("heading", { name: "Alcove is locked" })).toBeVisible();
    }
    await context.close();
    expect(findOnDisk(profile.folder)).toEqual([]);
  });

  await test.step("it locks every tab by itself once nobody has used any for as long as was chosen", async () => {
    const context = await profile.open();
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${app.url}?${SCRIPT}#/settings/privacy`);
    await unlock(page, PASSPHRASE);
    const choice = page.getByLabel("Lock by itself after");
    await expect(choice).toHaveValue("30");
    await choice.selectOption("15 minutes");
    for (let time = 0; time < 3; time += 1) {
      await page.clock.fastForward("10:00");
      await page.mouse.move(100 + time, 100);
    }
    await expect(choice).toHaveValue("15");
    await page.clock.fastForward("15:30");
    await expect(page.getByRole("heading", { name: "Alcove is locked" })).toBeVisible();
    await context.close();
  });

  await test.step("it is changed, and turned off", async () => {
    const context = await profile.open();
    const page = await context.newPage();
    await page.goto(`${app.url}?${SCRIPT}#/settings/privacy`);
    await unlock(page, PASSPHRASE);
    const change = page.getByTestId("change-passphrase");
    await change.getByLabel("The passphrase as it is now").fill(PASSPHRASE);
    await change.getByLabel("Passphrase", { exact: true }).fill("quite another passphrase");
    await change.getByLabel("The passphrase again").fill("quite another passphrase");
    await change.getByRole("button", { name: "Change the passphrase" }).click();
    await expect(page.getByText("The passphrase was changed.")).toBeVisible();
    await page.reload();
    await unlock(page, "quite another passphrase");
    const off = page.getByTestId("turn-off");
    await off.getByLabel("The passphrase as it is now").fill("quite another passphrase");
    await off.getByRole("button", { name: "Turn the encryption off" }).click();
    await expect(page.getByText("The encryption is off.")).toBeVisible();
    await page.goto(`${app.url}?${SCRIPT}#/memory`);
    await page.reload();
    await expect(page.getByTestId("memory")).toHaveCount(2);
    await context.close();
  });
});

test("whoever has forgotten the passphrase can delete what it locks, and start anew", async ({ profile, app }) => {
  const page = await (await profile.open()).newPage();
  const chat = driveChat(page, app.url);
  await chat.open(SCRIPT);
  await chat.ask("Remember that the quokkaberry jar is behind the flarnstone");
  await chat.waitForEnd();
  await goTo(page, "#/settings/privacy");
  await page.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
  await page.getByLabel("The passphrase again").fill(PASSPHRASE);
  await page.getByRole("button", { name: "Encrypt everything" }).click();
  await expect(page.getByText("What is stored here is encrypted with your passphrase.").first()).toBeVisible();
  await page.reload();
  await page.getByText("Forgotten?").click();
  await expect(page.getByText("it cannot be reset")).toBeVisible();
  await page.getByRole("button", { name: "Delete what is encrypted" }).click();
  await page.getByRole("button", { name: "Yes, delete it for good" }).click();
  await expect(page.getByTestId("unlock")).toHaveCount(0);
  await chat.open(SCRIPT);
  await expect(page.getByText("Stored data that was here before could not be found.")).toHaveCount(0);
  await goTo(page, "#/memory");
  await expect(page.getByTestId("memory")).toHaveCount(0);
});

async function unlock(page: Page, passphrase: string): Promise<void> {
  await page.getByTestId("unlock").getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await page.getByTestId("unlock").getByRole("button", { name: "Unlock" }).click();
}

/** A file's bytes; none where the browser has deleted it since it was listed. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

/** Which of the secrets stand in any file of a profile, in either of the forms that the browser writes texts in. */
function findOnDisk(folder: string): readonly string[] {
  const found = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readIfThere(path);
    for (const secret of SECRETS) {
      if (bytes.includes(secret, 0, "utf8") || bytes.includes(secret, 0, "utf16le")) {
        found.add(secret);
        console.log(`${secret} in ${path.slice(folder.length)}`);
      }
    }
  }
  return SECRETS.filter((secret) => found.has(secret));
}
