import { parse, TomlError } from "smol-toml";
import { toBoundedJson } from "../../protocol/bounded-json.ts";
import type { FileFault, Reading } from "../../protocol/file-fault.ts";
import { isJsonObject } from "../../protocol/json.ts";
import { locateKeys } from "./locate-keys.ts";
import { type ReportFault, Section } from "./read-section.ts";

const MAX_FILE_CHARACTERS = 65_536;

/** Reads a TOML file by `read`, and lists every fault with its line. Nothing of the file runs. */
export function readToml<Value>(
  text: string,
  file: string,
  read: (root: Section, report: ReportFault) => Value | undefined,
): Reading<Value> {
  const faults: FileFault[] = [];
  const fail = (line: number, message: string): Reading<Value> => ({ ok: false, faults: [{ file, line, message }] });
  if (text.length > MAX_FILE_CHARACTERS) return fail(1, `the file has more than ${MAX_FILE_CHARACTERS} characters`);
  let parsed: unknown;
  try {
    parsed = parse(text, { unsafeKeyBehaviour: "throw", maxDepth: 32 });
  } catch (error) {
    const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "it cannot be read";
    return fail(error instanceof TomlError ? error.line : 1, message.replace(/^Invalid TOML document: /, ""));
  }
  const bounded = toBoundedJson(parsed);
  if (!bounded.ok) return fail(1, bounded.reason);
  if (!isJsonObject(bounded.value)) return fail(1, "it is not a table");
  const locate = locateKeys(text);
  const report: ReportFault = (path, message) => faults.push({ file, line: locate(path), message });
  const value = read(new Section(bounded.value, [], report), report);
  if (faults.length > 0) return { ok: false, faults: faults.sort((one, other) => one.line - other.line) };
  return value === undefined ? fail(1, "it cannot be read") : { ok: true, value };
}
