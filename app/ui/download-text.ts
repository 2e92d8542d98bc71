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
