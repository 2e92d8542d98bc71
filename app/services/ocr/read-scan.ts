import deu from "@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz?url";
import eng from "@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url";
import fra from "@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz?url";
import por from "@tesseract.js-data/por/4.0.0_best_int/por.traineddata.gz?url";
import spa from "@tesseract.js-data/spa/4.0.0_best_int/spa.traineddata.gz?url";
import core from "tesseract.js-core/tesseract-core-simd-lstm.wasm?url";
import type { FileText, ScannedPage } from "../../../worker/protocol/workspaces/workspace.ts";
import { askWorker } from "../ask-worker.ts";
import type { Raster } from "../pdf/draw-pdf-page.ts";
import { drawPage } from "../pdf/read-pdf.ts";
import { startBoundWorker } from "../start-worker.ts";
import type { OcrRequest } from "./ocr-worker.ts";
import workerUrl from "./ocr-worker.ts?worker&url";
import type { RecogniserParts } from "./open-recogniser.ts";
import type { RecognisedText } from "./read-ocr-table.ts";

/** About so many bytes are fetched once. */
export const OCR_BYTES = 11_400_000;
/** Holds nothing of the user's. */
const CACHE = "alcove-ocr";
/** By the languages of the page. */
const LANGUAGES = { en: eng, de: deu, es: spa, fr: fra, pt: por } as const;
/** Tesseract's names for them. */
const CODES = { en: "eng", de: "deu", es: "spa", fr: "fra", pt: "por" } as const;
/** Longer side of a page that is read, in pixels: 220 to the inch on A4. */
const SIDE = 2600;
/** Small pictures are drawn larger, but not more than so many times. */
const MAX_ENLARGEMENT = 2;
const PAGE_END = "\n\f\n";

/** How far a file is read by OCR. */
export type ScanProgress =
  /** Of 1. */
  | { readonly type: "fetching"; readonly share: number }
  /** `seconds` is what a page took so far on this device. */
  | { readonly type: "reading"; readonly page: number; readonly pages: number; readonly seconds?: number };

/** True once everything that OCR needs is kept here: then it works without a network. */
export async function hasOcr(): Promise<boolean> {
  const cache = await caches.open(CACHE);
  const found = await Promise.all([core, ...Object.values(LANGUAGES)].map((url) => cache.match(url)));
  return found.every((each) => each !== undefined);
}

/**
 * Reads a picture, or the pages of a PDF that hold no text, in a worker that ends with it. `known` is what was read of the file
 * without OCR. Rejects when it is cancelled, or when something could not be fetched.
 */
export async function readScan(
  file: Blob,
  known: FileText,
  language: string,
  onProgress: (progress: ScanProgress) => void,
  signal: AbortSignal,
): Promise<FileText> {
  const cancelled = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  cancelled.catch(() => undefined);
  const loading = loadParts(language, (share) => onProgress({ type: "fetching", share }), signal);
  const parts = await Promise.race([loading, cancelled]);
  const worker = startBoundWorker(workerUrl);
  try {
    const ask = <Answer>(request: OcrRequest) => Promise.race([askWorker<Answer>(worker, request), cancelled]);
    await ask(parts);
    const texts = known.type === "text" ? known.text.split("\f").map((text) => text.trim()) : [];
    const scans: ScannedPage[] = [];
    const beganAt = performance.now();
    for (let number = 1, pages = Math.max(1, texts.length), read = 0; number <= pages; number += 1) {
      if ((texts[number - 1] ?? "") !== "") continue;
      const seconds = (performance.now() - beganAt) / 1000 / read;
      onProgress({ type: "reading", page: number, pages, ...(read > 0 && { seconds }) });
      const drawn = await Promise.race([drawScan(file, number), cancelled]);
      if (drawn === null) continue;
      pages = drawn.pages;
      const { text, ...place } = await ask<RecognisedText>(drawn.raster);
      texts[number - 1] = text;
      if (text !== "") scans.push({ page: number, ...place });
      read += 1;
    }
    const text = Array.from(texts, (each) => each ?? "").join(PAGE_END);
    if (text.trim() === "") return { type: "unreadable", reason: "no-text" };
    return { type: "text", text, scans };
  } finally {
    worker.terminate();
  }
}

/** The picture of a page, or a picture itself as the only one. Null where it cannot be drawn. */
export async function drawScan(
  file: Blob,
  page: number,
  side = SIDE,
): Promise<{ readonly raster: Raster; readonly pages: number } | null> {
  const head = await file.slice(0, 1024).text();
  if (head.includes("%PDF-")) return drawPage({ bytes: new Uint8Array(await file.arrayBuffer()), page, side });
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const scale = Math.min(MAX_ENLARGEMENT, side / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale));
  const context = canvas.getContext("2d");
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const raster = context?.getImageData(0, 0, canvas.width, canvas.height);
  return raster === undefined ? null : { raster, pages: 1 };
}

async function loadParts(
  language: string,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<RecogniserParts> {
  const cache = await caches.open(CACHE);
  let bytes = 0;
  const load = async (url: string): Promise<ArrayBuffer> => {
    const kept = await cache.match(url);
    const response = kept ?? (await fetch(url, { signal }));
    const isPage = response.headers.get("Content-Type")?.includes("text/html") === true;
    if (!response.ok || isPage) throw new Error(`${url} could not be fetched (${response.status}).`);
    if (kept === undefined) await cache.put(url, response.clone());
    const loaded = await response.arrayBuffer();
    bytes += loaded.byteLength;
    if (kept === undefined) onShare(Math.min(1, bytes / OCR_BYTES));
    return loaded;
  };
  const codes = (["en", "de", "es", "fr", "pt"] as const).toSorted(
    (one, other) => Number(other === language) - Number(one === language),
  );
  const [wasm, ...data] = await Promise.all([core, ...codes.map((code) => LANGUAGES[code])].map(load));
  if (wasm === undefined) throw new Error("Tesseract is missing.");
  const wanted = new Set([core, ...Object.values(LANGUAGES)].map((url) => new URL(url, location.href).href));
  // Those of an older version.
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
  return {
    core: wasm,
    languages: codes.map((code, at) => ({ code: CODES[code], data: data[at] ?? new ArrayBuffer() })),
  };
}
