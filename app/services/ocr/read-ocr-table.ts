import type { ScannedPage } from "../../../worker/protocol/workspaces/workspace.ts";

/** The text of a picture. */
export interface RecognisedText extends Pick<ScannedPage, "turns" | "boxes"> {
  readonly text: string;
}

/** The text of a picture, and with how much certainty it was read. */
export interface Recognition extends RecognisedText {
  /** Letters that were read with certainty, and all that were read. */
  readonly sure: number;
  readonly letters: number;
}

/** Tesseract's certainty of a word, of 100. Below the first one, a word is a speck. */
const MIN_CERTAINTY = 15;
const SURE = 60;
/** Boxes are in this part of a side, so that they are whole numbers. */
const BOX_UNIT = 10_000;

/**
 * Reads Tesseract's table of the words of a picture: level, page, block, paragraph, line, word, left, top, width, height, certainty,
 * text. A word without a place or a certainty is left out, so that each word of the text has its box.
 */
export function readOcrTable(tsv: string, width: number, height: number): Omit<Recognition, "turns"> {
  let text = "";
  let gap = "";
  let [sure, letters] = [0, 0];
  const boxes: number[] = [];
  for (const row of tsv.split("\n")) {
    const [level, , , , , , left, top, wide, high, certainty, word = ""] = row.split("\t");
    if (level === "2" || level === "3") gap = "\n\n";
    else if (level === "4" && gap !== "\n\n") gap = "\n";
    const box = [Number(left) / width, Number(top) / height, Number(wide) / width, Number(high) / height];
    if (level !== "5" || word.trim() === "" || !box.every(Number.isFinite) || !(Number(certainty) >= MIN_CERTAINTY))
      continue;
    letters += word.length;
    if (Number(certainty) >= SURE) sure += word.length;
    const known = word.trim().replaceAll(/\s+/g, "");
    text += (text === "" ? "" : gap || " ") + known;
    gap = "";
    boxes.push(...box.map((share) => Math.round(share * BOX_UNIT)));
  }
  return { text, boxes, sure, letters };
}
