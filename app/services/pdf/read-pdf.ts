import type { FileText } from "../../../worker/protocol/workspaces/workspace.ts";
import { askWorker } from "../ask-worker.ts";
import { startBoundWorker } from "../start-worker.ts";
import type { DrawnPage, PageRequest } from "./draw-pdf-page.ts";
import type { PdfRequest } from "./extract-pdf-text.ts";
import workerUrl from "./pdf-worker.ts?worker&url";

/** Longest a PDF is read, or a page of it drawn, in milliseconds. */
const PATIENCE_MS = 60_000;

/** Reads a PDF's text. Rejects when the worker's script could not be loaded. */
export function readPdf(bytes: Uint8Array<ArrayBuffer>, maxCharacters: number): Promise<FileText> {
  return askPdfWorker<FileText>({ bytes, maxCharacters }, { type: "unreadable", reason: "broken" });
}

/** Draws a page of a PDF. Rejects when the worker's script could not be loaded. */
export function drawPage(request: PageRequest): Promise<DrawnPage> {
  return askPdfWorker<DrawnPage>(request, null);
}

/** Asks a PDF worker of its own, which ends with the answer or when it takes too long. */
async function askPdfWorker<Answer>(request: PdfRequest | PageRequest, broken: Answer): Promise<Answer> {
  const worker = startBoundWorker(workerUrl);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(broken), PATIENCE_MS);
  });
  try {
    return await Promise.race([askWorker<Answer>(worker, request, [request.bytes.buffer]), late]);
  } catch (event) {
    if (event instanceof ErrorEvent) return broken;
    throw new Error("The reader of PDFs could not be loaded.");
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
