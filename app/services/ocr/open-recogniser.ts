import createCore from "tesseract.js-core/tesseract-core-simd-lstm.js";
import type { Raster } from "../pdf/draw-pdf-page.ts";
import { type RecognisedText, type Recognition, readOcrTable } from "./read-ocr-table.ts";

/** Tesseract's wasm, and its data for each language (gzip), the likeliest first. */
export interface RecogniserParts {
  readonly core: ArrayBuffer;
  readonly languages: readonly { readonly code: string; readonly data: ArrayBuffer }[];
}

interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const LSTM_ENGINE = 1;
/** Finds columns, pictures and lines by itself (`PSM_AUTO`). */
const FIND_LAYOUT = 3;
/** With a smaller share of letters that are sure, the picture may lie on its side. */
const MIN_SURE_SHARE = 0.6;

/** Makes a reader of pictures. Rejects where the wasm or a language's data cannot be used. */
export async function openRecogniser({
  core,
  languages,
}: RecogniserParts): Promise<(picture: Raster) => RecognisedText> {
  const ignore = (): void => undefined;
  const tesseract = await createCore({ wasmBinary: core, print: ignore, printErr: ignore });
  for (const { code, data } of languages) tesseract.FS.writeFile(`/${code}.traineddata`, await unpack(data));
  const api = new tesseract.TessBaseAPI();
  const codes = languages.map(({ code }) => code).join("+");
  if (api.Init("/", codes, LSTM_ENGINE) !== 0) throw new Error(`Tesseract has no ${codes}.`);
  api.SetPageSegMode(FIND_LAYOUT);
  const readTurned = (picture: GreyPicture, turns: number): Recognition => {
    const { width, height, data } = turn(picture, turns);
    tesseract.FS.writeFile("/input", toPgm(width, height, data));
    if (api.SetImageFile(1, 0) !== 0 || api.Recognize(null) !== 0) return { ...readOcrTable("", 1, 1), turns };
    return { ...readOcrTable(api.GetTSVText(0), width, height), turns };
  };
  return (picture) => {
    const grey = toGrey(picture);
    let best = readTurned(grey, 0);
    if (best.letters === 0 || best.sure < best.letters * MIN_SURE_SHARE) {
      for (const turns of [1, 3, 2]) {
        const other = readTurned(grey, turns);
        if (other.sure > best.sure) best = other;
      }
    }
    return { text: best.text, turns: best.turns, boxes: best.boxes };
  };
}

/** A host may have unpacked it already on its way here. */
async function unpack(data: ArrayBuffer): Promise<Uint8Array> {
  const bytes = new Uint8Array(data);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Light and dark alone; transparent parts count as white paper. */
function toGrey({ width, height, data }: Raster): GreyPicture {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const from = at * 4;
    const light = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
    const alpha = (data[from + 3] ?? 0) / 255;
    grey[at] = light * alpha + 255 * (1 - alpha);
  }
  return { width, height, data: grey };
}

/** The picture after so many quarter turns to the right. */
function turn(picture: GreyPicture, turns: number): GreyPicture {
  if (turns === 0) return picture;
  const { width, height, data } = turn(picture, turns - 1);
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) turned[x * height + (height - 1 - y)] = data[y * width + x] ?? 0;
  }
  return { width: height, height: width, data: turned };
}

/** A picture as a portable greymap (https://netpbm.sourceforge.net/doc/pgm.html). */
function toPgm(width: number, height: number, data: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const bytes = new Uint8Array(head.length + data.length);
  bytes.set(head);
  bytes.set(data, head.length);
  return bytes;
}
