import { parseJsonObject, toFields } from "../../protocol/json.ts";

/** A file of a model's weights in WebLLM's list. */
export interface WeightPiece {
  /** Its name beside the list. */
  readonly name: string;
  readonly bytes: number;
  /** Lower-case hexadecimal; older lists have none. */
  readonly md5?: string;
}

/** The name of WebLLM 0.2.86's list of a model's pieces, beside them. */
export const WEIGHT_LIST = "tensor-cache.json";

/** A name without a path: entries must not lead out of the model's folder. */
const NAME = /^[\w-][\w.-]*$/;
const MD5 = /^[0-9a-f]{32}$/;

/** Reads a list of weights (`tensor-cache.json`, in older models `ndarray-cache.json`); null when it is invalid. */
export function parseWeightList(text: string): readonly WeightPiece[] | null {
  const { records } = parseJsonObject(text) ?? {};
  if (!Array.isArray(records) || records.length === 0) return null;
  const pieces: WeightPiece[] = [];
  for (const record of records) {
    const { dataPath, nbytes, md5sum } = toFields(record);
    if (typeof dataPath !== "string" || !NAME.test(dataPath)) return null;
    if (typeof nbytes !== "number" || !Number.isSafeInteger(nbytes) || nbytes <= 0) return null;
    const md5 = typeof md5sum === "string" ? md5sum.toLowerCase() : "";
    pieces.push({ name: dataPath, bytes: nbytes, ...(MD5.test(md5) ? { md5 } : {}) });
  }
  return pieces;
}
