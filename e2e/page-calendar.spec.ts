import { readFile } from "node:fs/promises";
import { expectNoViolation } from "./harness/accessible.ts";
import { expect, test } from "./harness/test.ts";
import { ask, composer, expectEnded, goTo, lastAnswer, openWithScript } from "./page-driver.ts";

const CALENDAR = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "DTSTART:20260505T143000",
  "DTEND:20260505T150000",
  "SUMMARY:Dentist",
  "LOCATION:Ring 4",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "DTSTART;VALUE=DATE:20260601",
  "SUMMARY:Flea market",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");
for (const { name, viewport } of [
  { name: "a desktop", viewport: { width: 1280, height: 800 } },
  { name: "a phone", viewport: { width: 360, height: 740 } },
]) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test("a calendar of a folder is asked about, one is attached, and tasks go out as one that can be read again", async ({
      page,
    }) => {
      await openWithScript(page, "notes", "#/files");
      const file = { name: "work.ics", mimeType: "text/calendar", buffer: Buffer.from(CALENDAR) };

      await test.step("in a folder", async () => {
        await page.getByRole("button", { name: "New private folder" }).click();
        await page.getByLabel("Name of the folder").fill("Calendars");
        await page.getByRole("button", { name: "Make the folder" }).click();
        await page.getByTestId("import-files").setInputFiles(file);
        await expect(page.getByText("1 file copied.")).toBeVisible();
        await page.getByTestId("workspace").getByRole("link", { name: "work.ics" }).click();
        await expect(page.getByTestId("file-text")).toContainText("Dentist");
        await expect(page.getByTestId("file-text")).not.toContainText("VEVENT");
        await goTo(page, "#/");
        await page.getByLabel("Mode", { exact: true }).selectOption("plan");
        await ask(page, "What is in my calendar that week?");
        await expectEnded(page);
        const result = lastAnswer(page).getByTestId("tool-card").first();
        await expect(result).toHaveAttribute("data-state", "done");
        await expect(lastAnswer(page)).toContainText("The dentist is on Tuesday at 14:30.");
        await result.locator("summary").first().click();
        await expect(result).toContainText("Dentist");
        await expect(result).not.toContainText("Flea market");
      });

      await test.step("attached to a question", async () => {
        await page.getByTestId("attach-input").setInputFiles(file);
        await expect(page.getByRole("list", { name: "Attached files" })).toContainText("work.ics");
        await ask(page, "When is the flea market?");
        await expectEnded(page);
        await goTo(page, "#/runs");
        await page.getByTestId("run").first().click();
        const first = page.getByRole("region", { name: "Step 1" });
        await first.getByText(/^(Prompt as sent|Added to the prompt)/).click();
        await expect(first.locator("pre").first()).toContainText("Flea market");
      });

      await test.step("and out of the tasks", async () => {
        await goTo(page, "#/tasks");
        await page.getByLabel("New task").fill("call the dentist; ask about Ring 4");
        await page.getByLabel("Day", { exact: true }).fill("2026-05-06");
        await page.getByLabel("Time", { exact: true }).fill("09:00");
        await page.getByRole("button", { name: "Add a task" }).click();
        const downloading = page.waitForEvent("download");
        await page.getByRole("button", { name: "Save as a calendar (.ics)" }).click();
        const saved = await readFile(await (await downloading).path());
        await goTo(page, "#/files");
        await page
          .getByTestId("import-files")
          .setInputFiles({ name: "tasks.ics", mimeType: "text/calendar", buffer: saved });
        await page.getByTestId("workspace").getByRole("link", { name: "tasks.ics" }).click();
        await expect(page.getByTestId("file-text")).toContainText("call the dentist; ask about Ring 4");
        await expect(page.getByTestId("file-text")).toContainText("2026");
        await expectNoViolation(page, "a calendar's file");
      });
    });
  });
}

test("a reminder is shown as one: when it is due, that a closed app does not ring, and the way into a calendar; once done it is gone", async ({
  page,
}) => {
  await openWithScript(page, "notes");
  await composer(page).fill('/add_task {"task": "take the pill", "due": "2031-05-06 09:00, daily"}');
  await composer(page).press("Enter");
  const reminder = page.getByTestId("reminder");
  await expect(reminder).toContainText(/Tuesday, (?:6 May|May 6,) 2031.*9:00.* · Every day/);
  await expect(reminder).toContainText("It rings only while Alcove is open.");
  await expect(page.getByTestId("undo-writes")).not.toContainText("note");
  const downloading = page.waitForEvent("download");
  await reminder.getByRole("button", { name: "Add to my calendar" }).click();
  const saved = await readFile(await (await downloading).path(), "utf8");
  expect(saved).toContain("DTSTART:20310506T090000\r\nDURATION:PT15M\r\nRRULE:FREQ=DAILY\r\nSUMMARY:take the pill");
  expect(saved).toContain("BEGIN:VALARM");
  await reminder.getByRole("button", { name: "Allow notifications" }).click();
  await expect(reminder.getByRole("status")).toContainText("otifications");

  await composer(page).fill('/add_task {"task": "buy a cake", "due": "2031-05-07"}');
  await composer(page).press("Enter");
  await expect(reminder.last()).toContainText("It has no time, so nothing rings.");
  await expect(reminder.last().getByRole("button", { name: "Allow notifications" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo its changes" }).last().click();
  await expect(reminder).toHaveCount(1);
});
