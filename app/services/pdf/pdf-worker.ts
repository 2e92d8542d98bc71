import { drawPdfPage, type PageRequest } from "./draw-pdf-page.ts";
import { extractPdfText, type PdfRequest } from "./extract-pdf-text.ts";

// A worker of its own: a PDF may be made to keep its reader busy for ever, and a worker can be ended.
addEventListener("message", ({ data, ports }: MessageEvent<PdfRequest | PageRequest>) => {
  // By a port: PDF.js takes itself for the owner of any worker it is loaded in, and posts messages of its own there.
  const [answer] = ports;
  if (answer === undefined) return;
  const read = "page" in data ? drawPdfPage(data) : extractPdfText(data);
  void read.then((value) => answer.postMessage(value));
});
