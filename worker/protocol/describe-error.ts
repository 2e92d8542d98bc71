import { cutText } from "./shorten.ts";

const MAX_ERROR_CHARACTERS = 500;

/** The sentence of a thrown value, whatever was thrown; at most 500 characters of it. Never throws. */
export function describeError(error: unknown): string {
  try {
    const text = error instanceof Error ? String(error.message || error.name) : String(error);
    return cutText(text, MAX_ERROR_CHARACTERS);
  } catch {
    return "something that cannot be described was thrown";
  }
}
