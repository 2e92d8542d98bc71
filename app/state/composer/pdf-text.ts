/** The result of reading a PDF's text. */
export type PdfText =
  | { readonly type: "text"; readonly text: string; readonly pages: number }
  /** It opens only with a password. */
  | { readonly type: "locked" }
  /** Its pages are pictures: there are no letters to read. */
  | { readonly type: "no-text"; readonly pages: number }
  /** It holds more text than a message may carry. */
  | { readonly type: "too-long" }
  | { readonly type: "broken"; readonly detail: string };

/** A request to the PDF worker. */
export interface PdfRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Most characters (UTF-16 units) wanted. */
  readonly maxCharacters: number;
}
