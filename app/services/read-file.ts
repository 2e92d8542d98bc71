import { assertNever } from "../../worker/protocol/assert-never.ts";
import type { ModelState, Perception } from "../../worker/protocol/model.ts";
import type { FileText } from "../../worker/protocol/workspaces/workspace.ts";
import { type ReadAttachment, readAttachment } from "../state/composer/read-attachment.ts";
import { toBase64 } from "./base64.ts";
import { readPdf } from "./pdf/read-pdf.ts";
import { readPicture } from "./read-picture.ts";

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
