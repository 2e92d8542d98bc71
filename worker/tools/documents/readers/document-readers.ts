import type { FileText } from "../../../protocol/workspaces/workspace.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What reads documents that are more than text; each is loaded when it is first needed. */
export const DOCUMENT_READERS = {
  readPdf: async (_bytes: Bytes, _maxCharacters: number): Promise<FileText> => ({
    type: "unreadable",
    reason: "not-text",
  }),
  readDocx: async (bytes: Bytes): Promise<FileText> => (await import("./read-docx.ts")).readDocx(bytes),
};
