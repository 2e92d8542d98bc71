import type { PdfRequest, PdfText } from "../../state/composer/pdf-text.ts";
import { startBoundWorker } from "../start-worker.ts";
import workerUrl from "./pdf-worker.ts?worker&url";

/** Longest a PDF is read, in milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * Reads a PDF's text in a worker of its own, which ends with the answer or when it takes too long. Rejects when the
 * worker's script could not be loaded.
 */
export async function readPdf(bytes: Uint8Array<ArrayBuffer>, maxCharacters: number): Promise<PdfText> {
  const worker = startBoundWorker(workerUrl);
  try {
    return await new Promise<PdfText>((resolve, reject) => {
      const give = setTimeout(() => resolve({ type: "broken", detail: "it took too long to read" }), PATIENCE_MS);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (event: MessageEvent<PdfText>) => {
        clearTimeout(give);
        resolve(event.data);
      };
      worker.addEventListener("error", (event) => {
        clearTimeout(give);
        // A script that does not load is told by a plain event; what a running one throws comes with its message.
        if (event instanceof ErrorEvent) resolve({ type: "broken", detail: event.message });
        else reject(new Error("The reader of PDFs could not be loaded."));
      });
      const request: PdfRequest = { bytes, maxCharacters };
      worker.postMessage(request, [bytes.buffer, port2]);
    });
  } finally {
    worker.terminate();
  }
}
