import { assertNever } from "../../worker/protocol/assert-never.ts";
import type { ModelState, Perception } from "../../worker/protocol/model.ts";
import type { FileText } from "../../worker/protocol/workspaces/workspace.ts";
import { type ReadAttachment, readAttachment } from "../state/composer/read-attachment.ts";
import { toBase64 } from "./base64.ts";
import { readPdf } from "./pdf/read-pdf.ts";

const TEXT_ALONE: Perception = { pictures: false, sounds: false };

/** Reads a picked file in this browser, for the model in this state. */
export function readFile(file: File, model: ModelState): Promise<ReadAttachment> {
  const senses = model.type === "ready" ? (model.perceives ?? TEXT_ALONE) : null;
  return readAttachment(file, { readPdf, readPicture, toBase64 }, senses);
}

/** Reads the text of a PDF in one of the user's folders, for the agent. */
export async function readPdfText(bytes: Uint8Array<ArrayBuffer>, maxCharacters: number): Promise<FileText> {
  const read = await readPdf(bytes, maxCharacters);
  switch (read.type) {
    case "text":
      return { type: "text", text: read.text };
    case "locked":
      return { type: "unreadable", reason: "locked-pdf" };
    case "too-long":
      return { type: "unreadable", reason: "too-big" };
    case "no-text":
    case "broken":
      return { type: "unreadable", reason: read.type };
    default:
      return assertNever(read);
  }
}

/** Longest side of a picture that goes to a model, in pixels: what the models that see make of one. */
const MAX_PICTURE_SIDE = 1024;
const QUALITY = 0.9;

/**
 * A picture as a JPEG in Base64, at most `MAX_PICTURE_SIDE` wide and high; null if this browser cannot read it. It is drawn
 * anew, so nothing else of the file (place, camera, author) goes along.
 */
async function readPicture(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const scale = Math.min(1, MAX_PICTURE_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
  return toBase64(new Uint8Array(await blob.arrayBuffer()));
}
