import { decodeHtmlEntities } from "../../protocol/workspaces/decode-entities.ts";
import type { FileText } from "../../protocol/workspaces/workspace.ts";
import type { StoredFile } from "./directory.ts";
import { decodeText } from "./file-bytes.ts";

/** Larger texts are not read; a model's context holds far less. */
const MAX_TEXT_BYTES = 5_000_000;
/** Most of a PDF is pictures and fonts. */
const MAX_DOCUMENT_BYTES = 50_000_000;
/** Endings of what holds no text for a reader. */
const NO_TEXT =
  /\.(?:png|jpe?g|gif|webp|avif|heic|ico|bmp|tiff?|mp[34]|m4a|wav|ogg|flac|mov|avi|mkv|webm|zip|gz|7z|rar|tar|exe|dll|so|wasm|bin|gguf|safetensors|woff2?|ttf|otf|sqlite|db|xlsx?|pptx?|doc|odt|epub)$/i;

/** Reads the text of documents that are more than text, each by its ending; loaded when one is read. */
export interface DocumentReaders {
  readPdf(bytes: Uint8Array<ArrayBuffer>, maxCharacters: number): Promise<FileText>;
  readDocx(bytes: Uint8Array<ArrayBuffer>): Promise<FileText>;
}

/** True for files whose text a search looks at. */
export function mayHoldText(path: string, bytes: number): boolean {
  if (NO_TEXT.test(path)) return false;
  return bytes <= (/\.(?:pdf|docx)$/i.test(path) ? MAX_DOCUMENT_BYTES : MAX_TEXT_BYTES);
}

/** The text of a file, by its ending. */
export async function readDocument(path: string, file: StoredFile, readers: DocumentReaders): Promise<FileText> {
  if (NO_TEXT.test(path)) return refuse("not-text");
  if (!mayHoldText(path, file.size)) return refuse("too-big");
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (/\.pdf$/i.test(path)) return await readers.readPdf(bytes, MAX_TEXT_BYTES);
  if (/\.docx$/i.test(path)) return await readers.readDocx(bytes);
  const text = decodeText(bytes);
  if (text === null) return refuse("not-text");
  return { type: "text", text: /\.x?html?$/i.test(path) ? toPlainText(text) : text.replaceAll("\r\n", "\n") };
}

function refuse(reason: "not-text" | "too-big"): FileText {
  return { type: "unreadable", reason };
}

/** The words of an HTML page, without what a reader would not see, in time that grows with its length alone. */
export function toPlainText(html: string): string {
  const text = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replace(/<(script|style|template|noscript|svg|head)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, "")
    .replace(/[ \t\r\n]+/g, " ")
    .replace(
      /<(?:br|\/?(?:p|div|h[1-6]|li|ul|ol|tr|table|section|article|header|footer|blockquote|pre))\b[^<>]*>/gi,
      "\n",
    )
    .replace(/<\/?t[dh]\b[^<>]*>/gi, "\t")
    .replace(/<[a-z/!][^<>]*>/gi, "");
  return decodeHtmlEntities(text)
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
