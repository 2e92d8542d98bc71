import { toBase64 } from "./base64.ts";

/** Longest side of a picture that goes to a model, in pixels: what the models that see make of one. */
export const MAX_PICTURE_SIDE = 1024;
const QUALITY = 0.9;

/**
 * A picture as a JPEG in Base64, at most `MAX_PICTURE_SIDE` wide and high; null if this browser cannot read it. It is drawn
 * anew, so nothing else of the file (place, camera, author) goes along.
 */
export async function readPicture(file: Blob): Promise<string | null> {
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
