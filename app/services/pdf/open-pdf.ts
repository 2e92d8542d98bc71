import { getDocument } from "unpdf/pdfjs";

type Options = Exclude<Parameters<typeof getDocument>[0], undefined | string | URL | ArrayBuffer | ArrayBufferView>;

/** Begins to read a PDF. Nothing in it is run or fetched: no scripts, no fonts, no decoders from elsewhere. */
export function openPdf(
  bytes: Uint8Array<ArrayBuffer>,
  more: Pick<Options, "stopAtErrors" | "CanvasFactory">,
): ReturnType<typeof getDocument> {
  return getDocument({
    data: bytes,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    verbosity: 0,
    ...more,
  });
}
