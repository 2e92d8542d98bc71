import { WorkspaceFault } from "./workspace-fault.ts";

const MAX_PARTS = 32;
/** File systems count bytes; 255 is the limit of most. */
const MAX_NAME_BYTES = 255;
/** An address, a drive, a server's share, or the user's home. */
const ABSOLUTE = /^(?:[a-z]:|file:|[a-z][a-z\d+.-]*:\/\/|[\\/]|~(?:[\\/]|$))/i;
/** Controls, half letters and marks of direction: they hide what a name says. */
const HIDING = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;
/** Characters that some file system has in no name. */
const NOT_EVERYWHERE = /[<>:"|?*]/;
/** Names that Windows gives to devices, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?:\.|$)/i;
/** Letters that nobody sees, which two names may differ by, and where they belong: in emoji and in some scripts. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const SEEN =
  /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)\ufe0f?(?:\u200d(?=\p{Extended_Pictographic}))?|(?<=[\p{Script=Arabic}\p{M}])[\u200c\u200d](?=\p{L})/gu;

/**
 * The parts of a path inside a folder. Throws for every path that leads out of it or might: absolute ones, `..` in any
 * form that a file system or a reader could take for it, and names that stand for devices.
 */
export function toPathParts(path: string): readonly string[] {
  const trimmed = path.trim();
  if (ABSOLUTE.test(trimmed)) throw new WorkspaceFault("outside", path);
  const parts = trimmed.split(/[\\/]+/).filter((part) => part !== "" && part !== ".");
  for (const part of parts) checkPart(part, path);
  if (parts.length > MAX_PARTS) throw new WorkspaceFault("bad-name", path);
  return parts;
}

/** The same for a name that will be created; it must be good on every system. */
export function checkNewName(name: string): void {
  const isShort = new TextEncoder().encode(name).length <= MAX_NAME_BYTES;
  const isUnseen = UNSEEN.test(name.replaceAll(SEEN, ""));
  if (!isShort || isUnseen || DEVICE.test(name) || /[. ]$/.test(name) || NOT_EVERYWHERE.test(name))
    throw new WorkspaceFault("bad-name", name);
}

function checkPart(part: string, path: string): void {
  // Full-width dots and slashes and the like become plain ones under compatibility forms, and blanks are cut by some.
  const plain = part.normalize("NFKC").replaceAll(/\s/gu, "");
  if (/^\.+$/.test(plain) || /[\\/]/.test(plain)) throw new WorkspaceFault("outside", path);
  if (HIDING.test(part)) throw new WorkspaceFault("bad-name", path);
}

/** The key that two names are compared by: the same letters in another Unicode form or case are the same name. */
export function toNameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
