import { isJsonArray } from "../../../worker/protocol/json.ts";
import type { ToolCall, ToolSpec } from "../../../worker/protocol/tool.ts";
import type { Translator } from "../../messages/translate.ts";
import type { Script } from "../../state/panel-content.ts";
import { findToolTitle } from "../tool/tool-titles.ts";

/** The argument that holds the source, and the one that names its files, in each language. */
const FIELDS = { sql: ["sql", "tables"], javascript: ["code", "files"] } as const;
const LANGUAGES = ["sql", "javascript"] as const;

/** The script that a call of a tool of ours runs; null for a call that runs none. */
export function findScript({ arguments: input }: Pick<ToolCall, "arguments">): Script | null {
  const language = LANGUAGES.find((each) => typeof input[FIELDS[each][0]] === "string");
  if (language === undefined) return null;
  const [source, names] = FIELDS[language];
  const { [source]: code, [names]: files } = input;
  return { language, code: String(code), files: files !== undefined && isJsonArray(files) ? files.map(String) : [] };
}

/** The language of the scripts that a tool of ours runs; undefined for every other tool. */
export function findScriptLanguage({ name, parameters }: ToolSpec, t: Translator): Script["language"] | undefined {
  if (findToolTitle(name, t) === null) return undefined;
  const fields = Object.keys(parameters.properties ?? {});
  return LANGUAGES.find((each) => FIELDS[each].every((field) => fields.includes(field)));
}
