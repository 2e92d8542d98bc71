/** A PDF of one page for each text; a page of null holds a picture's place and no letters. */
export function writePdf(pages: readonly (string | null)[]): string {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  const objects = pages.map((text, index) => {
    const draws = text === null ? "0 0 m 100 100 l S" : `BT /F1 18 Tf 20 150 Td (${text}) Tj ET`;
    return [
      `${4 + index * 2} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 200]/Contents ${5 + index * 2} 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj`,
      `${5 + index * 2} 0 obj<</Length ${draws.length}>>stream\n${draws}\nendstream endobj`,
    ].join("\n");
  });
  return `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>endobj
3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${objects.join("\n")}
trailer<</Root 1 0 R>>
`;
}

/** A PDF that opens with a password nobody knows. */
export function writeLockedPdf(): string {
  const keys = `/O<${"41".repeat(32)}>/U<${"42".repeat(32)}>`;
  const encryption = `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/Length 40${keys}>>`;
  return writePdf(["secret"]).replace("trailer<</Root 1 0 R>>", `trailer<</Root 1 0 R${encryption}>>`);
}
