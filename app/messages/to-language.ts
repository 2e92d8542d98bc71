import type { FailureText } from "../../worker/protocol/failure.ts";
import type { Language, Messages } from "./catalogue.ts";

/**
 * A language of the JSON files in its folder: `failures.json`, and texts under the names that English has. Tests hold each
 * folder complete.
 */
export function toLanguage(code: string, files: Readonly<Record<string, unknown>>): Language {
  const { "./failures.json": failures, ...texts } = files;
  return {
    code,
    messages: Object.assign({}, ...Object.values(texts)) as Messages,
    failures: failures as Readonly<Record<string, FailureText>>,
  };
}
