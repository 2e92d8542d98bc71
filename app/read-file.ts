import { readPdf } from "./pdf/read-pdf.ts";
import { type ReadAttachment, readAttachment } from "./state/composer/read-attachment.ts";

/** Reads a picked file in this browser. */
export function readFile(file: File): Promise<ReadAttachment> {
  return readAttachment(file, readPdf);
}
