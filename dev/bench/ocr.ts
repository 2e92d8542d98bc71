import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import { openRecogniser } from "../../app/services/ocr/open-recogniser.ts";
import type { Raster } from "../../app/services/pdf/draw-pdf-page.ts";
import { CHROMIUM_FLAGS, ensureChromium } from "../scripts/find-chromium.ts";
import texts from "./ocr/texts.json" with { type: "json" };

/** A4 at 150 dots to the inch. */
const PAPER = { width: 1240, height: 1754 } as const;
/** Longer side of the pages that the app reads. */
const SIDE = 2600;
const FONTS = ["Liberation Serif", "DejaVu Sans"] as const;
/** Most characters of 100 that may be wrong. */
const MOST_WRONG = { clean: 3, degraded: 10, columns: 3, sideways: 3 } as const;
type Kind = keyof typeof MOST_WRONG;
const KINDS = ["clean", "degraded", "columns", "sideways"] as const;
type Language = keyof typeof texts;
const LANGUAGES: readonly Language[] = ["eng", "deu", "spa", "fra", "por"];

interface Row {
  readonly language: Language;
  readonly kind: Kind;
  /** Characters of 100 that are wrong: insertions, deletions and changes over the text's length. */
  readonly wrong: number;
  readonly seconds: number;
}

/**
 * Draws pages of five languages in Chromium, clean and as bad copies (noise, blur, skewed by 2 degrees, JPEG), in columns and on their
 * side, reads them by OCR in Node, and counts wrong characters. Options: `--json`, `--show`. Throws where a kind has too many.
 */
export async function benchOcr(options: readonly string[]): Promise<void> {
  const read = await openRecogniser({
    core: load("tesseract.js-core/tesseract-core-simd-lstm.wasm"),
    languages: LANGUAGES.map((code) => ({
      code,
      data: load(`@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`),
    })),
  });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_FLAGS] });
  const rows: Row[] = [];
  try {
    const studio = await browser.newPage();
    // Esbuild names functions by a helper of its own, which the page lacks.
    await studio.evaluate("globalThis.__name = (named) => named");
    for (const [index, language] of LANGUAGES.entries()) {
      for (const kind of KINDS) {
        const picture = await drawPage(browser, studio, language, kind, FONTS[index % FONTS.length] ?? "serif");
        const begin = performance.now();
        const found = read(picture).text;
        const seconds = (performance.now() - begin) / 1000;
        if (options.includes("--show")) console.log(`== ${language} ${kind}\n${found}\n`);
        rows.push({
          language,
          kind,
          wrong: countWrong(toExpected(language, kind), found),
          seconds: Math.round(seconds * 10) / 10,
        });
      }
    }
  } finally {
    await browser.close();
  }
  if (options.includes("--json")) console.log(JSON.stringify({ bench: "ocr", rows }, null, 2));
  else console.table(rows);
  for (const kind of KINDS) {
    const own = rows.filter((row) => row.kind === kind);
    const mean = own.reduce((sum, { wrong }) => sum + wrong, 0) / own.length;
    const seconds = own.reduce((sum, row) => sum + row.seconds, 0) / own.length;
    if (!options.includes("--json")) console.log(`${kind}: ${mean.toFixed(2)} % wrong, ${seconds.toFixed(1)} s a page`);
    if (own.some(({ wrong }) => wrong > MOST_WRONG[kind])) process.exitCode = 1;
  }
}

function load(path: string): ArrayBuffer {
  return new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(path))).buffer;
}

/** Columns are as long as a page's, so their text stands there three times. */
function toExpected(language: Language, kind: Kind): string {
  const [title = "", ...paragraphs] = texts[language];
  return [title, ...(kind === "columns" ? [...paragraphs, ...paragraphs, ...paragraphs] : paragraphs)].join(" ");
}

async function drawPage(browser: Browser, studio: Page, language: Language, kind: Kind, font: string): Promise<Raster> {
  const [title = "", ...paragraphs] = texts[language];
  const sheet = await browser.newPage({ viewport: PAPER });
  const body = (kind === "columns" ? [...paragraphs, ...paragraphs, ...paragraphs] : paragraphs)
    .map((text) => `<p>${text}</p>`)
    .join("");
  const columns = kind === "columns" ? "columns:2;column-gap:60px;text-align:justify;font-size:20px" : "font-size:26px";
  await sheet.setContent(
    `<body style="margin:110px;background:#fff;color:#111;font-family:'${font}'"><h2>${title}</h2><div style="line-height:1.5;${columns}">${body}</div></body>`,
  );
  const png = (await sheet.screenshot({ type: "png" })).toString("base64");
  await sheet.close();
  const drawn = await studio.evaluate(copyPage, { png, kind, side: SIDE });
  return { width: drawn.width, height: drawn.height, data: new Uint8ClampedArray(Buffer.from(drawn.data, "base64")) };
}

/** Runs in the page: makes the copy, and draws it as large as the app reads it. */
async function copyPage({ png, kind, side }: { png: string; kind: string; side: number }) {
  const toBitmap = async (data: string) => createImageBitmap(await (await fetch(data)).blob());
  const toCanvas = (width: number, height: number) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no canvas");
    return { canvas, context };
  };
  let picture = await toBitmap(`data:image/png;base64,${png}`);
  if (kind === "degraded" || kind === "sideways") {
    const isSideways = kind === "sideways";
    const [width, height] = isSideways ? [picture.height, picture.width] : [picture.width, picture.height];
    const { canvas, context } = toCanvas(width, height);
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    context.translate(width / 2, height / 2);
    context.rotate(isSideways ? Math.PI / 2 : (2 * Math.PI) / 180);
    if (!isSideways) context.filter = "blur(0.8px)";
    context.drawImage(picture, -picture.width / 2, -picture.height / 2);
    if (!isSideways) {
      const image = context.getImageData(0, 0, width, height);
      let seed = 7;
      for (let at = 0; at < image.data.length; at += 1) {
        seed = (seed * 48271) % 0x7fffffff;
        if (at % 4 !== 3) image.data[at] = (image.data[at] ?? 0) * 0.85 + 15 + ((seed % 1000) / 1000 - 0.5) * 70;
      }
      context.putImageData(image, 0, 0);
    }
    picture = await createImageBitmap(
      await canvas.convertToBlob({ type: "image/jpeg", quality: isSideways ? 0.9 : 0.5 }),
    );
  }
  const scale = Math.min(2, side / Math.max(picture.width, picture.height));
  const { canvas, context } = toCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale));
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const url = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(new Blob([data]));
  });
  return { width: canvas.width, height: canvas.height, data: url.slice(url.indexOf(",") + 1) };
}

/** Characters of 100 that differ, whatever blanks stand between words (Levenshtein's distance). */
function countWrong(expected: string, found: string): number {
  const [left, right] = [expected, found].map((text) => [
    ...text.replaceAll(/\s+/g, " ").replaceAll(/[‘’]/g, "'").trim(),
  ]);
  if (left === undefined || right === undefined) return 100;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [at, letter] of left.entries()) {
    const next = [at + 1];
    for (const [index, other] of right.entries()) {
      next.push(
        Math.min((row[index] ?? 0) + (letter === other ? 0 : 1), (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1),
      );
    }
    row = next;
  }
  return Math.round(((row.at(-1) ?? 0) / left.length) * 10_000) / 100;
}
