/** Hands the user bytes as a file. Those at hand are the browser's own at once; what it streams must be kept longer. */
export function saveBlob(name: string, blob: Blob, keptMs = 10_000): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
