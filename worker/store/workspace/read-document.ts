import { type FileBytes, type FileText, mayBeScan, type PdfReader } from "../../protocol/workspaces/workspace.ts";
import type { StoredFile } from "./directory.ts";
import { decodeText } from "./file-bytes.ts";
import type { DocumentFormat } from "./readers/read-format.ts";
import { toPlainText } from "./readers/to-plain-text.ts";

/** Larger texts are not read; a model's context holds far less. */
const MAX_TEXT_BYTES = 5_000_000;
/** Most of a PDF is pictures and fonts. */
const MAX_DOCUMENT_BYTES = 50_000_000;
/** Endings of what holds no text for a reader. */
const NO_TEXT =
  /\.(?:gif|avif|heic|ico|bmp|tiff?|mp[34]|m4a|wav|ogg|flac|mov|avi|mkv|webm|zip|gz|7z|rar|tar|exe|dll|so|wasm|bin|gguf|safetensors|woff2?|ttf|otf|sqlite|db|xls|pptx?|doc|odt)$/i;
const FORMATS: readonly DocumentFormat[] = ["docx", "xlsx", "epub", "ics", "eml"];
/** Text, whatever it says of itself. */
const CALENDAR = /\.ics$/i;
const DOCUMENT = new RegExp(`\\.(?:${FORMATS.join("|")})$`, "i");

/** Readers of documents that run elsewhere. */
export interface DocumentReaders {
  readonly readPdf: PdfReader;
}

/** True for files whose text a search looks at. */
export function mayHoldText(path: string, bytes: number): boolean {
  if (NO_TEXT.test(path)) return false;
  return bytes <= (isDocument(path) && !CALENDAR.test(path) ? MAX_DOCUMENT_BYTES : MAX_TEXT_BYTES);
}

/** True for files that hold more than text, which take a while to read. */
export function isDocument(path: string): boolean {
  return mayBeScan(path) || DOCUMENT.test(path);
}

/** The text of a file, by its ending. */
export async function readDocument(path: string, file: FileBytes, readers: DocumentReaders): Promise<FileText> {
  if (NO_TEXT.test(path)) return refuse("not-text");
  if (!mayHoldText(path, file.size)) return refuse("too-big");
  // Its text is what the page's OCR makes of it.
  if (mayBeScan(path) && !/\.pdf$/i.test(path)) return refuse("no-text");
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (/\.pdf$/i.test(path)) return await readers.readPdf(bytes, MAX_TEXT_BYTES);
  const format = FORMATS.find((each) => path.toLowerCase().endsWith(`.${each}`));
  if (format !== undefined) {
    // Loaded with the first document of these kinds.
    const { readFormat } = await import("./readers/read-format.ts");
    return await readFormat(format, bytes, MAX_TEXT_BYTES);
  }
  const text = decodeText(bytes);
  if (text === null) return refuse("not-text");
  return { type: "text", text: /\.x?html?$/i.test(path) ? toPlainText(text) : text.replaceAll("\r\n", "\n") };
}

/** The text that a file itself is. */
export async function readSource(path: string, file: StoredFile): Promise<FileText> {
  if (!mayHoldText(path, file.size)) return refuse("too-big");
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  return text === null ? refuse("not-text") : { type: "text", text };
}

function refuse(reason: "not-text" | "too-big" | "no-text"): FileText {
  return { type: "unreadable", reason };
}
