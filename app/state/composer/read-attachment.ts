import { assertNever } from "../../../worker/protocol/assert-never.ts";
import type { Attachment } from "../../../worker/protocol/message.ts";
import type { PdfText } from "../../pdf/pdf-text.ts";

/** Most text that goes along with a message, in bytes: far more than a local model's context holds. */
export const MAX_TEXT_BYTES = 1_000_000;
/** Largest PDF that is read; most of one is pictures and fonts. */
export const MAX_PDF_BYTES = 50_000_000;

/** Why a file cannot go along. */
export type AttachmentRefusal = "too-big" | "gone" | "not-text" | "pdf-locked" | "pdf-no-text" | "pdf-broken";

/** A picked file as text, or why it is none. */
export type ReadAttachment =
  | { readonly ok: true; readonly attachment: Attachment }
  | { readonly ok: false; readonly refusal: AttachmentRefusal };

/** Reads a picked file. Rejects when what reads files of its kind could not be loaded. */
export type FileReader = (file: File) => Promise<ReadAttachment>;

const TEXT_NAME =
  /\.(txt|md|markdown|csv|tsv|json|jsonl|log|xml|html?|ya?ml|toml|ini|ts|tsx|js|jsx|py|rs|go|java|c|h|cpp|css|sql|sh)$/i;

/** Extracts a PDF's text; rejects when what does that could not be loaded. */
type ReadPdf = (bytes: Uint8Array<ArrayBuffer>, maxCharacters: number) => Promise<PdfText>;

/** Reads a text file, or the text of a PDF, which `readPdf` extracts; rejects as that does. */
export async function readAttachment(file: File, readPdf: ReadPdf): Promise<ReadAttachment> {
  if (file.type === "application/pdf" || /\.pdf$/i.test(file.name)) return readPdfAttachment(file, readPdf);
  if (!file.type.startsWith("text/") && file.type !== "application/json" && !TEXT_NAME.test(file.name)) {
    return refuse("not-text");
  }
  if (file.size > MAX_TEXT_BYTES) return refuse("too-big");
  const bytes = await readBytes(file);
  if (bytes === null) return refuse("gone");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.includes("\u0000")) return refuse("not-text");
    return accept(file, text, file.type === "" ? "text/plain" : file.type);
  } catch {
    return refuse("not-text");
  }
}

async function readPdfAttachment(file: File, readPdf: ReadPdf): Promise<ReadAttachment> {
  if (file.size > MAX_PDF_BYTES) return refuse("too-big");
  const bytes = await readBytes(file);
  if (bytes === null) return refuse("gone");
  const read = await readPdf(bytes, MAX_TEXT_BYTES);
  switch (read.type) {
    case "text":
      return accept(file, read.text.replaceAll(/\s*\f\s*/g, "\n\n").trim(), "application/pdf");
    case "locked":
    case "no-text":
    case "broken":
      return refuse(`pdf-${read.type}`);
    case "too-long":
      return refuse("too-big");
    default:
      return assertNever(read);
  }
}

/** Null when the file was moved, deleted or changed after it was picked. */
async function readBytes(file: File): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

function accept(file: File, text: string, mediaType: string): ReadAttachment {
  return { ok: true, attachment: { name: file.name, mediaType, text } };
}

function refuse(refusal: AttachmentRefusal): ReadAttachment {
  return { ok: false, refusal };
}
