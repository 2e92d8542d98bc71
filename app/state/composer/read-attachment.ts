import type { Attachment } from "../../../worker/protocol/message.ts";
import type { ModelState, Perception } from "../../../worker/protocol/model.ts";
import type { FileText } from "../../../worker/protocol/workspaces/workspace.ts";

/** Most text that goes along with a message, in bytes: far more than a local model's context holds. */
export const MAX_TEXT_BYTES = 1_000_000;
/** Largest PDF that is read; most of one is pictures and fonts. */
export const MAX_PDF_BYTES = 50_000_000;
/** Largest picture that is read, in bytes of its file. */
const MAX_PICTURE_BYTES = 30_000_000;
/** Largest sound that goes along: it is kept with the message as it is. */
const MAX_SOUND_BYTES = 5_000_000;

/** Why the text of a PDF cannot be read: it takes a password, its pages are pictures, it is damaged or holds too much. */
type PdfFault = "locked-pdf" | "no-text" | "broken" | "too-big";

/** The result of reading a PDF's text; a form feed stands between its pages. */
export type PdfText =
  | Extract<FileText, { readonly type: "text" }>
  | { readonly type: "unreadable"; readonly reason: PdfFault };

/** Why a file cannot go along. */
export type AttachmentRefusal = "gone" | "not-text" | PdfFault | "no-eyes" | "no-ears" | "picture-broken" | "media-big";

/** A picked file as text, or why it is none. */
export type ReadAttachment =
  | { readonly ok: true; readonly attachment: Attachment }
  | { readonly ok: false; readonly refusal: AttachmentRefusal };

/** Reads a picked file for the model in this state. Rejects when what reads files of its kind could not be loaded. */
export type FileReader = (file: File, model: ModelState) => Promise<ReadAttachment>;

const TEXT_NAME =
  /\.(txt|md|markdown|csv|tsv|json|jsonl|log|xml|html?|ya?ml|toml|ini|ts|tsx|js|jsx|py|rs|go|java|c|h|cpp|css|sql|sh)$/i;

/** Extracts a PDF's text; rejects when what does that could not be loaded. */
type ReadPdf = (bytes: Uint8Array<ArrayBuffer>, maxCharacters: number) => Promise<PdfText>;

/** Readers of the kinds of files that are no text. */
export interface MediaReaders {
  readonly readPdf: ReadPdf;
  /** A picture as a JPEG in Base64; null if it cannot be read. */
  readPicture(file: Blob): Promise<string | null>;
  /** Bytes in Base64. */
  toBase64(bytes: Uint8Array): string;
}

/**
 * Reads a text file, the text of a PDF, a picture or a sound, for a model with these senses; null while it is not known
 * which model answers. Rejects as its reader does.
 */
export async function readAttachment(
  file: File,
  readers: MediaReaders,
  senses: Perception | null,
): Promise<ReadAttachment> {
  const { readPdf } = readers;
  if (file.type.startsWith("image/")) return readPicture(file, readers, senses);
  if (file.type.startsWith("audio/")) return readSound(file, readers, senses);
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

async function readPicture(file: File, readers: MediaReaders, senses: Perception | null): Promise<ReadAttachment> {
  if (senses?.pictures === false) return refuse("no-eyes");
  if (file.size > MAX_PICTURE_BYTES) return refuse("media-big");
  const data = await readers.readPicture(file);
  return data === null ? refuse("picture-broken") : accept(file, "", "image/jpeg", data);
}

async function readSound(file: File, { toBase64 }: MediaReaders, senses: Perception | null): Promise<ReadAttachment> {
  if (senses?.sounds === false) return refuse("no-ears");
  if (file.size > MAX_SOUND_BYTES) return refuse("media-big");
  const bytes = await readBytes(file);
  return bytes === null ? refuse("gone") : accept(file, "", file.type, toBase64(bytes));
}

async function readPdfAttachment(file: File, readPdf: ReadPdf): Promise<ReadAttachment> {
  if (file.size > MAX_PDF_BYTES) return refuse("too-big");
  const bytes = await readBytes(file);
  if (bytes === null) return refuse("gone");
  const read = await readPdf(bytes, MAX_TEXT_BYTES);
  return read.type === "unreadable"
    ? refuse(read.reason)
    : accept(file, read.text.replaceAll(/\s*\f\s*/g, "\n\n").trim(), "application/pdf");
}

/** Null when the file was moved, deleted or changed after it was picked. */
async function readBytes(file: File): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

function accept(file: File, text: string, mediaType: string, data?: string): ReadAttachment {
  return { ok: true, attachment: { name: file.name, mediaType, text, ...(data === undefined ? {} : { data }) } };
}

function refuse(refusal: AttachmentRefusal): ReadAttachment {
  return { ok: false, refusal };
}
