/** Hands the user a text as a file. */
export function downloadText(name: string, text: string, mediaType: string): void {
  saveBlob(name, new Blob([text], { type: mediaType }));
}

/** The day of a file's name or a date field, as the user's clock has it: `2026-01-31`. */
export function toDay(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Hands the user bytes as a file. Those at hand are the browser's own at once; what it streams must be kept longer. */
export function saveBlob(name: string, blob: Blob, keptMs = 10_000): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
