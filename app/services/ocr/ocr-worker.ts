import type { Raster } from "../pdf/draw-pdf-page.ts";
import { openRecogniser, type RecogniserParts } from "./open-recogniser.ts";
import type { RecognisedText } from "./read-ocr-table.ts";

/** A request to the OCR worker: first its parts, which it answers with null once they are opened, then pictures. */
export type OcrRequest = RecogniserParts | Raster;

let recognise: Promise<(picture: Raster) => RecognisedText>;

// A picture takes seconds, and a worker can be ended in the middle of one. What fails is an error event of the worker.
addEventListener("message", ({ data, ports: [answer] }: MessageEvent<OcrRequest>) => {
  if ("core" in data) {
    recognise = openRecogniser(data);
    void recognise.then(
      () => answer?.postMessage(null),
      (error: unknown) => reportError(error),
    );
  } else void recognise.then((read) => answer?.postMessage(read(data))).catch((error: unknown) => reportError(error));
});
