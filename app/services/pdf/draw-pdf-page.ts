import { openPdf } from "./open-pdf.ts";

/** A picture in RGBA, row after row. */
export type Raster = Pick<ImageData, "width" | "height" | "data">;

/** A request for the picture of a page. */
export interface PageRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Its number, the first being 1. */
  readonly page: number;
  /** Pixels of its longer side. */
  readonly side: number;
}

/** A drawn page, and how many the document has; null where it cannot be drawn. */
export type DrawnPage = { readonly raster: Raster; readonly pages: number } | null;

/** Draws one page, the right way up as the document says. Nothing in it is run or fetched. */
export async function drawPdfPage({ bytes, page: number, side }: PageRequest): Promise<DrawnPage> {
  const task = openPdf(bytes, { CanvasFactory: OffscreenCanvases });
  try {
    const document = await task.promise;
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: side / Math.max(width, height) });
    const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    const canvasContext = canvas.getContext("2d");
    if (canvasContext === null) return null;
    // @ts-expect-error PDF.js draws on it as on one of a document, which its types ask for (6.1).
    await page.render({ canvas, canvasContext, viewport }).promise;
    const raster = canvasContext.getImageData(0, 0, canvas.width, canvas.height);
    return { raster: { width: raster.width, height: raster.height, data: raster.data }, pages: document.numPages };
  } catch {
    // Whatever a page stumbles over is a fault of the file.
    return null;
  } finally {
    await task.destroy().catch(() => undefined);
  }
}

/** Canvases for PDF.js in a worker, which has no document. */
class OffscreenCanvases {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext("2d") };
  }

  reset({ canvas }: { canvas: OffscreenCanvas }, width: number, height: number): void {
    canvas.width = width;
    canvas.height = height;
  }

  destroy({ canvas }: { canvas: OffscreenCanvas }): void {
    canvas.width = 0;
    canvas.height = 0;
  }
}
