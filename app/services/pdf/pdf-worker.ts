import { extractPdfText, type PdfRequest } from "./extract-pdf-text.ts";

// A worker of its own: a PDF may be made to keep its reader busy for ever, and a worker can be ended.
addEventListener("message", (event: MessageEvent<PdfRequest>) => {
  // By a port: PDF.js takes itself for the owner of any worker it is loaded in, and posts messages of its own there.
  const [answer] = event.ports;
  if (answer !== undefined) void extractPdfText(event.data).then((read) => answer.postMessage(read));
});
