/** A page as a scanner stores it: a JPEG of so many pixels, and how the document says it is turned. */
export interface ScannedJpeg {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
  /** Degrees to the right. */
  readonly rotate?: number;
}

/** A PDF whose pages are pictures. */
export function writeScannedPdf(pages: readonly ScannedJpeg[]): Buffer {
  const kids = pages.map((_, index) => `${3 + index * 3} 0 R`).join(" ");
  const head = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>endobj
`;
  const parts = pages.flatMap(({ jpeg, width, height, rotate = 0 }, index) => {
    const first = 3 + index * 3;
    const draws = `${width} 0 0 ${height} 0 0 cm /I Do`;
    return [
      `${first} 0 obj<</Type/Page/Parent 2 0 R/Rotate ${rotate}/MediaBox[0 0 ${width} ${height}]/Contents ${first + 1} 0 R/Resources<</XObject<</I ${first + 2} 0 R>>>>>>endobj
${first + 1} 0 obj<</Length ${draws.length}>>stream
${draws}
endstream endobj
${first + 2} 0 obj<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>stream
`,
      jpeg,
      "\nendstream endobj\n",
    ];
  });
  const bytes = [head, ...parts, "trailer<</Root 1 0 R>>\n"];
  return Buffer.concat(bytes.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
}
