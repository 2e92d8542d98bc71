/** The text by which two notes are the same note: namespace and text, spaces and composed letters evened out. */
export function toNoteKey(namespace: string, text: string): string {
  return `${namespace}\n${text.normalize("NFC").trim().replace(/\s+/gu, " ")}`;
}

/**
 * A short hash of a note key, for an index: 53 bits (FNV-1a over two lanes). Equal notes have equal hashes; the reverse
 * has to be checked with the note key itself.
 */
export function hashNote(namespace: string, text: string): string {
  const key = toNoteKey(namespace, text);
  let low = 0x811c9dc5;
  let high = 0x9dc5811c;
  for (let position = 0; position < key.length; position += 1) {
    const unit = key.charCodeAt(position);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + position), 0x85ebca6b);
  }
  return ((high >>> 0) * 0x200000 + ((low >>> 0) & 0x1fffff)).toString(36);
}
