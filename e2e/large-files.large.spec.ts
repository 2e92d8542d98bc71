import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FAMILY_ANSWER, toPartPath } from "../dev/scripts/gpu/write-tiny-models.ts";
import { BRIEF_SKILL, driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { FAMILY_CASES, writeFamilyFile } from "./harness/tiny-families.ts";
import { goTo } from "./page-driver.ts";

const TWO_GIBIBYTES = 2 ** 31;

/**
 * 2.2 GB of zeros, and behind them the matrix that gives the answer: an offset cut to 32 bits would give another one, or
 * none. The file takes next to nothing on the disk until the app keeps it.
 */
const LARGE = { experts: 32, inner: 22_500 };

for (const isSplit of [false, true]) {
  test(`a model of over 2 GB in ${isSplit ? "two files" : "one file"} is kept, loaded and answers`, async ({
    app,
    profile,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), "alcove-large-"));
    try {
      const [family] = FAMILY_CASES;
      if (family === undefined) throw new Error("there is no family");
      const path = await writeFamilyFile(folder, { ...family, large: LARGE, isSplit });
      expect((await stat(path)).size).toBeGreaterThan(TWO_GIBIBYTES);
      // A browser that keeps its files in memory has no room for this one.
      const page = await (await profile.open()).newPage();
      const chat = driveChat(page, app.url);
      await chat.open("model=scripted:notes");
      await goTo(page, "#/models");
      await page
        .getByTestId("import-input")
        .setInputFiles(isSplit ? [toPartPath(path, 1), toPartPath(path, 2)] : [path]);
      const current = page.getByTestId("current-model");
      await expect(current.getByRole("heading")).toHaveText(family.title, { timeout: 300_000 });
      await expect(current).toContainText("Loaded now", { timeout: 300_000 });
      await page.getByRole("link", { name: "New chat" }).click();
      await chat.chooseSkill(BRIEF_SKILL);
      await chat.ask("Hello");
      await expect(chat.answer.getByTestId("answer-text")).toHaveText(FAMILY_ANSWER, { timeout: 300_000 });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
