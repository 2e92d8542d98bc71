import type { Attachment } from "../../../worker/protocol/message.ts";
import type { ModelState, Perception } from "../../../worker/protocol/model.ts";
import type { FileText } from "../../../worker/protocol/workspaces/workspace.ts";

/** Most text that goes along with a message, in bytes: far more than a local model's context holds. */
export const MAX_TEXT_BYTES = 1_000_000;
/** Largest picture that is read, in bytes of its file. */
const MAX_PICTURE_BYTES = 30_000_000;
/** Largest sound that goes along: it is kept with the message as it is. */
const MAX_SOUND_BYTES = 5_000_000;

/** Why a file cannot go along: also where it takes a password, its pages are pictures, or it is damaged. */
const TEXT_FAULTS = ["not-text", "too-big", "locked-pdf", "no-text", "broken"] as const;
export type AttachmentRefusal =
  | "gone"
  | (typeof TEXT_FAULTS)[number]
  | ("no-eyes" | "no-ears" | "picture-broken" | "media-big");

/** A picked file as text, or why it is none. */
export type ReadAttachment =
  | { readonly ok: true; readonly attachment: Attachment }
  | { readonly ok: false; readonly refusal: AttachmentRefusal };

/** Reads a picked file for the model in this state. Rejects when what reads files of its kind could not be loaded. */
export type FileReader = (file: File, model: ModelState) => Promise<ReadAttachment>;

/** Readers of each kind of file. */
export interface MediaReaders {
  /** The text of a file or document, as those of the user's folders are read; of pictures once the user has agreed to OCR. */
  readText(file: File): Promise<FileText>;
  /** A picture as a JPEG in Base64; null if it cannot be read. */
  readPicture(file: Blob): Promise<string | null>;
  /** Bytes in Base64. */
  toBase64(bytes: Uint8Array): string;
}

/**
 * Reads the text of a file or document, a picture or a sound, for a model with these senses; null while it is not known which
 * model answers. Rejects as its reader does.
 */
export async function readAttachment(
  file: File,
  readers: MediaReaders,
  senses: Perception | null,
): Promise<ReadAttachment> {
  if (file.type.startsWith("image/")) return readPicture(file, readers, senses);
  if (file.type.startsWith("audio/")) return readSound(file, readers, senses);
  return readText(file, readers);
}

async function readText(file: File, readers: MediaReaders): Promise<ReadAttachment> {
  // A file that was moved is told apart from what cannot be read.
  if ((await readBytes(file.slice(0, 1))) === null) return refuse("gone");
  const read = await readers.readText(file);
  if (read.type === "unreadable") return refuse(TEXT_FAULTS.find((fault) => fault === read.reason) ?? "broken");
  if (read.text.length > MAX_TEXT_BYTES) return refuse("too-big");
  const mediaType = /\.pdf$/i.test(file.name) ? "application/pdf" : file.type || "text/plain";
  const { attachment } = accept(file, read.text.replaceAll(/\s*\f\s*/g, "\n\n").trim(), mediaType);
  return { ok: true, attachment: (read.scans ?? []).length > 0 ? { ...attachment, recognised: true } : attachment };
}

async function readPicture(file: File, readers: MediaReaders, senses: Perception | null): Promise<ReadAttachment> {
  if (file.size > MAX_PICTURE_BYTES) return refuse("media-big");
  if (senses?.pictures === false) {
    const read = await readText(file, readers);
    return read.ok || read.refusal === "too-big" ? read : refuse("no-eyes");
  }
  const data = await readers.readPicture(file);
  return data === null ? refuse("picture-broken") : accept(file, "", "image/jpeg", data);
}

async function readSound(file: File, { toBase64 }: MediaReaders, senses: Perception | null): Promise<ReadAttachment> {
  if (senses?.sounds === false) return refuse("no-ears");
  if (file.size > MAX_SOUND_BYTES) return refuse("media-big");
  const bytes = await readBytes(file);
  return bytes === null ? refuse("gone") : accept(file, "", file.type, toBase64(bytes));
}

/** Null when the file was moved, deleted or changed after it was picked. */
async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes && new Uint8Array(bytes);
}

function accept(file: File, text: string, mediaType: string, data?: string): Extract<ReadAttachment, { ok: true }> {
  return { ok: true, attachment: { name: file.name, mediaType, text, ...(data === undefined ? {} : { data }) } };
}

function refuse(refusal: AttachmentRefusal): ReadAttachment {
  return { ok: false, refusal };
}
