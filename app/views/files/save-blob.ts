/** Hands the user bytes as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken its own hold on the blob by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
