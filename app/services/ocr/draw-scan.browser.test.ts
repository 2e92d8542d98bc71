import { expect, it } from "vitest";
import { drawPdfPage } from "../pdf/draw-pdf-page.ts";
import { drawScan } from "./read-scan.ts";

const MUTANTS = 120;

async function drawSheet(type: string): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(120, 80);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, 120, 80);
  context.fillStyle = "#000";
  context.font = "20px sans-serif";
  context.fillText("Rent 940", 10, 45);
  return new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer());
}

function toPdf(jpeg: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/Rotate 90/MediaBox[0 0 120 80]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>endobj
4 0 obj<</Length 25>>stream
120 0 0 80 0 0 cm /I Do  
endstream endobj
5 0 obj<</Type/XObject/Subtype/Image/Width 120/Height 80/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>stream
`;
  const encoder = new TextEncoder();
  const parts = [encoder.encode(head), jpeg, encoder.encode("\nendstream endobj\ntrailer<</Root 1 0 R>>\n")];
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

/** A copy with flipped bits and, every other time, a lost end. */
function damage(whole: Uint8Array<ArrayBuffer>, seed: number): Uint8Array<ArrayBuffer> {
  const lost = seed % 2 === 0 ? 0 : (seed * 31) % Math.floor(whole.length / 6);
  const bytes = whole.slice(0, whole.length - lost);
  for (let at = (seed * 37) % whole.length; at < bytes.length; at += 149 + ((seed * 13) % 997))
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (seed % 8));
  return bytes;
}

it("a picture or a scanned PDF that is damaged in any place is drawn, or is not, and is never thrown over", async () => {
  const drawn = { picture: 0, pdf: 0 };
  for (const type of ["image/png", "image/jpeg", "image/webp"]) {
    const whole = await drawSheet(type);
    expect((await drawScan(new Blob([whole]), 1))?.raster).toMatchObject({ width: 240, height: 160 });
    for (let seed = 0; seed < MUTANTS; seed += 1) {
      if ((await drawScan(new Blob([damage(whole, seed)]), 1)) !== null) drawn.picture += 1;
    }
  }
  const scan = toPdf(await drawSheet("image/jpeg"));
  const upright = await drawPdfPage({ bytes: scan.slice(), page: 1, side: 240 });
  expect(upright).toMatchObject({ pages: 1, raster: { width: 160, height: 240 } });
  expect(upright?.raster.data.some((value) => value < 100)).toBe(true);
  for (let seed = 0; seed < MUTANTS; seed += 1) {
    if ((await drawPdfPage({ bytes: damage(scan, seed), page: 1, side: 60 })) !== null) drawn.pdf += 1;
  }
  // Some can be drawn and some cannot: the damage is neither none nor always the end.
  expect(drawn.picture).toBeGreaterThan(5);
  expect(drawn.picture).toBeLessThan(MUTANTS * 3);
  expect(drawn.pdf).toBeGreaterThan(5);
});

it("what is no picture, or has no such page, is not drawn", async () => {
  for (const content of ["", "hello", "%PDF-1.7\n%%EOF"]) expect(await drawScan(new Blob([content]), 1)).toBeNull();
  const scan = toPdf(await drawSheet("image/jpeg"));
  expect(await drawPdfPage({ bytes: scan, page: 7, side: 60 })).toBeNull();
});
