import { type PlainDate, readPlainDate } from "./plain-date.ts";

/** Reads a date as `readSaidDate` does, which is loaded for what is no plain date. */
export async function readDate(text: string, today: () => PlainDate): Promise<PlainDate> {
  try {
    return readPlainDate(text, today);
  } catch {
    return (await import("./read-said-date.ts")).readSaidDate(text, today);
  }
}
