import type { FileText } from "../../../protocol/workspaces/workspace.ts";
import { decodeText } from "../file-bytes.ts";
import { readDocx } from "./read-docx.ts";
import { readEpub } from "./read-epub.ts";
import { readIcs } from "./read-ics.ts";
import { readXlsx } from "./read-xlsx.ts";

/** The kinds of documents that are read here, by their endings. */
export type DocumentFormat = "docx" | "xlsx" | "epub" | "ics" | "eml";

/** The readers give null for what is no such document. */
const READERS: Readonly<
  Record<DocumentFormat, (bytes: Uint8Array<ArrayBuffer>, maxCharacters: number) => Promise<string | null>>
> = {
  docx: readDocx,
  xlsx: readXlsx,
  epub: readEpub,
  ics: async (bytes) => readIcs(decodeText(bytes) ?? ""),
  eml: async (bytes) => await (await import("./read-eml.ts")).readEml(bytes),
};

/** The text of a document that is more than text. What is broken, whatever is wrong with it, comes as a refusal. */
export async function readFormat(
  format: DocumentFormat,
  bytes: Uint8Array<ArrayBuffer>,
  maxCharacters: number,
): Promise<FileText> {
  try {
    const text = await READERS[format](bytes, maxCharacters);
    if (text === null) return { type: "unreadable", reason: "broken" };
    const tidy = text
      .replaceAll("\r\n", "\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim();
    return tidy === ""
      ? { type: "unreadable", reason: "no-text" }
      : { type: "text", text: tidy.slice(0, maxCharacters) };
  } catch {
    // Whatever a reader stumbles over is a fault of the file.
    return { type: "unreadable", reason: "broken" };
  }
}
