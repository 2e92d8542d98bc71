import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import { toBase64 } from "../../worker/protocol/base64.ts";
import type { Perception } from "../../worker/protocol/model.ts";
import type { FileText } from "../../worker/protocol/workspaces/workspace.ts";
import { type FileReader, readAttachment } from "../state/composer/read-attachment.ts";
import { lacksText, offerScan } from "./ocr/scan-jobs.ts";

const TEXT_ALONE: Perception = { pictures: false, sounds: false };

/** Reads picked files: texts and documents by the worker, pictures and sounds here. */
export function createFileReader(api: Pick<AgentApi, "readText">): FileReader {
  const readText = async (picked: File): Promise<FileText> => {
    const read = await api.readText(picked.name, picked);
    if (!read.ok) throw new Error(read.failure.code);
    if (!lacksText(picked.name, read.value)) return read.value;
    return await offerScan("", picked, read.value);
  };
  return (file, model) => {
    const senses = model.type === "ready" ? (model.perceives ?? TEXT_ALONE) : null;
    return readAttachment(file, { readText, readPicture, toBase64 }, senses);
  };
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
