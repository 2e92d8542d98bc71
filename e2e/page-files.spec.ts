import { expectAccessible } from "./harness/accessible.ts";
import { expect, test } from "./harness/test.ts";
import { writePdf } from "./harness/write-pdf.ts";
import { ask, composer, expectEnded, goTo, lastAnswer, openWithScript } from "./page-driver.ts";

test("the sample folder is searched, the quoted answer opens its source, an edit is compared before and undone after a reload; a folder of the disk stays connected", async ({
  page,
}) => {
  await openWithScript(page, "notes", "#/files");
  const folder = page.getByTestId("workspace");

  await test.step("one press brings the sample folder, and its files can be read", async () => {
    await page.getByRole("button", { name: "Try the sample folder" }).click();
    await expect(folder.getByRole("heading", { name: "Sample folder" })).toBeVisible();
    await folder.getByText("english", { exact: true }).click();
    await folder.getByRole("link", { name: "meeting-notes.html" }).click();
    await expect(page.getByTestId("file-text")).toContainText("The roof will be repaired in August.");
    await expect(page.getByTestId("file-text")).not.toContainText("<p>");
    await page.getByRole("link", { name: "All folders" }).click();
  });

  await test.step("a starting question is answered with a passage, which opens its file there", async () => {
    await goTo(page, "#/");
    await page.getByRole("button", { name: "What does the lease say about pets?" }).click();
    await expect(composer(page)).toHaveValue("What does the lease say about pets?");
    await expect(page.getByLabel("Mode", { exact: true })).toHaveValue("documents");
    await composer(page).press("Enter");
    await expect(lastAnswer(page)).toHaveAttribute("data-state", "complete");
    await expect(lastAnswer(page).getByTestId("not-quoted")).toHaveCount(0);
    await lastAnswer(page)
      .getByRole("link", { name: /^\[1\] english\/lease\.md/ })
      .click();
    await expect(page.getByTestId("file-text").locator("mark")).toContainText("One cat or one small dog");
    await page.goBack();
  });

  await test.step("a sentence's mark opens its passage, and a sentence that no passage says is marked", async () => {
    const text = lastAnswer(page).getByTestId("answer-text").last();
    await expect(text.locator(".unsaid")).toHaveText("Parrots may be kept in every room.");
    await expect(text.getByTestId("unsaid")).toHaveCount(1);
    await text.getByRole("link", { name: "Source [1]: english/lease.md" }).click();
    await expect(page.getByTestId("file-text").locator("mark")).toContainText("One cat or one small dog");
  });

  await test.step("an edit shows the comparison and waits for the user", async () => {
    await page.goBack();
    await ask(page, "Set the rent in the lease to 950 euros");
    const diff = page.getByTestId("effect-diff");
    await expect(diff).toContainText("Change english/lease.md");
    await expect(diff.locator("ins")).toContainText("950");
    await page.getByRole("button", { name: "Allow once" }).click();
    await expectEnded(page);
    await expect(lastAnswer(page).getByTestId("file-change")).toHaveText(/Changed: english\/lease\.md/);
  });

  await test.step("after a reload the change is in the journal, and is undone", async () => {
    await goTo(page, "#/files");
    await page.reload();
    await expect(page.getByTestId("file-change")).toHaveAttribute("data-state", "kept");
    await goTo(page, `#/files/${encodeURIComponent("Sample folder/english/lease.md")}`);
    await expect(page.getByTestId("file-text")).toContainText("The rent is 950 euros");
    await goTo(page, "#/files");
    await page.getByTestId("file-change").getByRole("button", { name: "Undo" }).click();
    await expect(page.getByTestId("file-change")).toHaveAttribute("data-state", "undone");
    await goTo(page, `#/files/${encodeURIComponent("Sample folder/english/lease.md")}`);
    await expect(page.getByTestId("file-text")).toContainText("The rent is 940 euros");
    await goTo(page, "#/files");
  });

  await test.step("a PDF is copied in and read", async () => {
    const buffer = Buffer.from(writePdf(["The garage is behind the house.", "The parking space costs 55 euros."]));
    await page.getByTestId("import-files").setInputFiles({ name: "parking.pdf", mimeType: "application/pdf", buffer });
    await expect(folder.getByText("1 file copied.")).toBeVisible();
    await folder.getByRole("link", { name: "parking.pdf" }).click();
    await expect(page.getByTestId("file-text")).toHaveText(
      "Page 1The garage is behind the house. Page 2 The parking space costs 55 euros.",
    );
    await page.getByRole("link", { name: "All folders" }).click();
  });

  await test.step("a mail is copied in and read", async () => {
    const buffer = Buffer.from(
      "From: Ada <ada@example.org>\nSubject: =?utf-8?Q?Schl=C3=BCssel?=\n\nThe key is under the mat.",
    );
    await page.getByTestId("import-files").setInputFiles({ name: "key.eml", mimeType: "message/rfc822", buffer });
    await folder.getByRole("link", { name: "key.eml" }).click();
    await expect(page.getByTestId("file-text")).toContainText("Subject: Schlüssel The key is under the mat.");
    await page.getByRole("link", { name: "All folders" }).click();
  });

  await test.step("a folder of the disk is connected, and is there after a reload", async () => {
    await page.evaluate(async () => {
      const disk = await (await navigator.storage.getDirectory()).getDirectoryHandle("disk", { create: true });
      const writable = await (await disk.getFileHandle("from-disk.txt", { create: true })).createWritable();
      await writable.write("kept on disk");
      await writable.close();
      Reflect.set(globalThis, "showDirectoryPicker", async () => disk);
    });
    await page.getByRole("button", { name: "Connect a folder to read" }).click();
    await expect(folder.filter({ hasText: "on your disk" })).toContainText("from-disk.txt");
    await page.reload();
    const disk = folder.filter({ hasText: "on your disk" });
    await expect(disk).toContainText("from-disk.txt");
    await disk.getByRole("button", { name: "Disconnect" }).click();
    await disk.getByRole("button", { name: "Disconnect" }).click();
    await expect(folder).toHaveCount(1);
  });

  await test.step("without a folder the skill for documents is not there", async () => {
    await folder.getByRole("button", { name: "Delete this folder" }).click();
    await folder.getByRole("button", { name: "Delete this folder" }).click();
    await expect(page.getByText("No folder yet")).toBeVisible();
    await goTo(page, "#/");
    await expect(page.getByLabel("Mode", { exact: true }).locator('option[value="documents"]')).toHaveCount(0);
  });
});

test("on a phone, the starting questions follow what is connected, and files, tables and tasks are at hand", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openWithScript(page, "notes");
  const questions = page.getByTestId("suggestions").getByRole("button");

  await test.step("without a folder there are three doors, and the sample folder to bring", async () => {
    await expect(page.locator(".doors").getByRole("button")).toHaveCount(3);
    await expect(questions).toHaveCount(0);
    await goTo(page, "#/files");
    await page.getByRole("button", { name: "Try the sample folder" }).click();
    await expect(page.getByRole("button", { name: "Try the sample folder" })).toHaveCount(0);
    await goTo(page, "#/");
  });

  await test.step("with it there are five questions, and one begins a chat in its mode", async () => {
    await expect(questions).toHaveCount(5);
    await expectAccessible(page, "the welcome page");
    await page.getByRole("button", { name: "Which CSV files do I have?" }).click();
    await expect(composer(page)).toHaveValue("Which CSV files do I have?");
    await expect(page.getByLabel("Mode", { exact: true })).toHaveValue("documents");
  });

  await test.step("files and tasks are looked at", async () => {
    await goTo(page, `#/files/${encodeURIComponent("Sample folder/english/expenses.csv")}`);
    await expect(page.getByTestId("file-text")).toContainText("Greengrocer");
    await expectAccessible(page, "a file");
    await goTo(page, "#/files");
    await expect(page.getByTestId("workspace")).toBeVisible();
    await expectAccessible(page, "the folders");
  });
});
