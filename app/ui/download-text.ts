import { saveBlob } from "./save-blob.ts";

/** Hands the user a text as a file. */
export function downloadText(name: string, text: string, mediaType: string): void {
  saveBlob(name, new Blob([text], { type: mediaType }));
}

/** The day of a file's name or a date field, as the user's clock has it: `2026-01-31`. */
export function toDay(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
