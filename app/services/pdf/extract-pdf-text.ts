import type { FileText } from "../../../worker/protocol/workspaces/workspace.ts";
import { openPdf } from "./open-pdf.ts";

/** A request to the PDF worker. */
export interface PdfRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Most characters (UTF-16 units) wanted. */
  readonly maxCharacters: number;
}

type PdfDocument = Awaited<ReturnType<typeof openPdf>["promise"]>;

/**
 * The text of a PDF, page after page with a form feed between them. Nothing in it is run or fetched: no scripts, no fonts, no pictures. PDF.js 6 reads
 * without evaluating strings.
 */
export async function extractPdfText({ bytes, maxCharacters }: PdfRequest): Promise<FileText> {
  const task = openPdf(bytes, { stopAtErrors: false });
  try {
    return await readPages(await task.promise, maxCharacters);
  } catch (error) {
    const isLocked = error instanceof Error && error.name === "PasswordException";
    return { type: "unreadable", reason: isLocked ? "locked-pdf" : "broken" };
  } finally {
    await task.destroy().catch(() => undefined);
  }
}

async function readPages(document: PdfDocument, maxCharacters: number): Promise<FileText> {
  const pages: string[] = [];
  let characters = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
      .join("")
      .trim();
    page.cleanup();
    characters += text.length;
    if (characters > maxCharacters) return { type: "unreadable", reason: "too-big" };
    pages.push(text);
  }
  if (characters === 0) return { type: "unreadable", reason: "no-text" };
  return { type: "text", text: pages.join("\n\f\n") };
}
