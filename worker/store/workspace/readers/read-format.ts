import { assertNever } from "../../../protocol/assert-never.ts";
import type { FileText } from "../../../protocol/workspaces/workspace.ts";
import { decodeText } from "../file-bytes.ts";
import { readDocx } from "./read-docx.ts";
import { readEpub } from "./read-epub.ts";
import { readIcs } from "./read-ics.ts";
import { readXlsx } from "./read-xlsx.ts";

/** The kinds of documents that are read here, by their endings. */
export type DocumentFormat = "docx" | "xlsx" | "epub" | "ics" | "eml";

/** The text of a document that is more than text. What is broken, whatever is wrong with it, comes as a refusal. */
export async function readFormat(
  format: DocumentFormat,
  bytes: Uint8Array<ArrayBuffer>,
  maxCharacters: number,
): Promise<FileText> {
  try {
    const text = await readText(format, bytes, maxCharacters);
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

/** Null for what is no such document. */
async function readText(
  format: DocumentFormat,
  bytes: Uint8Array<ArrayBuffer>,
  maxCharacters: number,
): Promise<string | null> {
  switch (format) {
    case "docx":
      return await readDocx(bytes, maxCharacters);
    case "xlsx":
      return await readXlsx(bytes, maxCharacters);
    case "epub":
      return await readEpub(bytes, maxCharacters);
    case "ics":
      return readIcs(decodeText(bytes) ?? "");
    case "eml":
      return await (await import("./read-eml.ts")).readEml(bytes);
    default:
      return assertNever(format);
  }
}
