import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { chooseLanguage, LANGUAGES, readTexts } from "./harness/languages.ts";
import { expect, test } from "./harness/test.ts";
import { writeLockedPdf, writePdf } from "./harness/write-pdf.ts";
import { goTo, openWithScript } from "./page-driver.ts";

/** The words of a language, by a text's name, with its places filled. */
type Words = (key: string, places?: Readonly<Record<string, string>>) => string;

interface Refusal {
  readonly what: string;
  readonly hash: string;
  provoke(page: Page, words: Words): Promise<void>;
  /** Where it is said. */
  place(page: Page): Locator;
  said(words: Words): readonly string[];
}

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const FILES: readonly (readonly [name: string, mimeType: string, key: string, buffer: Buffer])[] = [
  ["holiday.png", "image/png", "attachment.no-eyes", Buffer.from([0x89, 0x50])],
  ["call.wav", "audio/wav", "attachment.no-ears", Buffer.from("RIFF")],
  ["film.mp4", "video/mp4", "attachment.not-text", Buffer.from([0, 1, 2, 255, 254, 0])],
  ["long.txt", "text/plain", "attachment.too-big", Buffer.alloc(1_200_000, "word ")],
  ["scan.pdf", "application/pdf", "attachment.no-text", Buffer.from(writePdf([null]), "latin1")],
  ["secret.pdf", "application/pdf", "attachment.locked-pdf", Buffer.from(writeLockedPdf(), "latin1")],
  ["letter.docx", DOCX, "attachment.broken", Buffer.from("PK and nothing else")],
];

const composer = (page: Page): Locator => page.locator(".composer textarea");

async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** What users are refused, each provoked as it happens. Full disks are in `storage-conditions`, tabs in `page-tabs`. */
const REFUSALS: readonly Refusal[] = [
  ...FILES.map(
    ([name, mimeType, key, buffer]): Refusal => ({
      what: name,
      hash: "#/",
      provoke: async (page, words) => {
        await page.getByTestId("attach-input").setInputFiles({ name, mimeType, buffer });
        if (key === "attachment.no-text") await page.getByRole("button", { name: words("ocr.not-now") }).click();
      },
      place: (page) => page.locator(".toasts"),
      said: (words) => [words(key, { name })],
    }),
  ),
  {
    what: "a tool that is not there",
    hash: "#/",
    provoke: (page) => say(page, "/foo bar"),
    place: (page) => page.locator(".composer-area"),
    said: (words) => [words("composer.unknown-tool", { name: "foo" })],
  },
  {
    what: "a script that cannot be read",
    hash: "#/",
    provoke: (page) => say(page, "/run_javascript const a = ;"),
    place: (page) => page.getByTestId("tool-card").last(),
    said: (words) => [words("fault.syntax-yours", { what: "1: unexpected token in expression: ';'" })],
  },
  {
    what: "a photo as a model",
    hash: "#/models",
    provoke: (page) =>
      page
        .getByTestId("import-input")
        .setInputFiles({ name: "photo.gguf", mimeType: "image/jpeg", buffer: Buffer.alloc(2000, "jpeg") }),
    place: (page) => page.getByTestId("failure").first(),
    said: (words) => ["photo.gguf: ", words("model-corrupt.what"), words("model-corrupt.remedy")],
  },
  {
    what: "a folder that the browser refuses",
    hash: "#/files",
    provoke: (page, words) => page.getByRole("button", { name: words("folders.connect") }).click(),
    place: (page) => page.locator("main"),
    said: (words) => [words("folders.not-connected")],
  },
];

function readWords(code: string): Words {
  const texts = new Map(readTexts(code));
  const failures = new URL(`../app/messages/${code}/failures.json`, import.meta.url);
  for (const [name, parts] of Object.entries<Record<string, string>>(JSON.parse(readFileSync(failures, "utf8"))))
    for (const [part, text] of Object.entries(parts)) texts.set(`${name}.${part}`, text);
  return (key, places = {}) =>
    (texts.get(key) ?? key).replaceAll(/\{(\w+)\}/g, (hole, name: string) => places[name] ?? hole);
}

test("what is refused is said with what it means and what to do, in each language", async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.set(globalThis, "showDirectoryPicker", () => Promise.reject(new DOMException("refused", "AbortError")));
  });
  await openWithScript(page, "notes");
  for (const code of LANGUAGES) {
    await chooseLanguage(page, code);
    const words = readWords(code);
    for (const { what, hash, provoke, place, said } of REFUSALS) {
      await test.step(`${code}: ${what}`, async () => {
        await goTo(page, hash);
        await provoke(page, words);
        const texts = said(words);
        // What happened is not all.
        expect(texts.join(" ")).toMatch(/[.:,;] .*\.$/su);
        for (const text of texts) await expect(place(page)).toContainText(text);
      });
    }
  }
});
