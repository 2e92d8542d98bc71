/** Hands the user a text as a file. */
export function downloadText(name: string, text: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken its own hold on the blob by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The day in a file's name, as the user's clock has it: `2026-01-31`. */
export function toDay(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
