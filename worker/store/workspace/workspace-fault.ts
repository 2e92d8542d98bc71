import type { FileRefusal } from "../../protocol/workspaces/workspace.ts";
import { StorageFault } from "../storage-fault.ts";

const SENTENCES: Readonly<Record<FileRefusal, string>> = {
  outside: "The path leads out of the folder. Use a path as list_files gives it.",
  "bad-name": "This is no name for a file here.",
  missing: "There is no such file. Use find_files or list_files to see which files there are.",
  exists: "There is a file of that name already.",
  "not-a-file": "This is a folder, not a file.",
  "not-a-folder": "This is a file, not a folder.",
  "not-text": "The file is not text that can be read.",
  "too-big": "The file is too big.",
  "locked-pdf": "The PDF opens only with a password.",
  "no-text": "The document holds no text; its pages may be pictures.",
  broken: "The document is damaged and cannot be read.",
  "not-granted": "This folder may be read here, not changed. The user decides that on the Files page.",
  "no-permission": "The browser asks the user to allow the folder again, on the Files page.",
  gone: "The folder was moved or deleted. The user can connect it again on the Files page.",
  "in-use": "Another program is using the file. Try again later.",
  full: "There is no room left for the file.",
  "no-match": "The text to replace is not in the file. Copy it exactly from read_file.",
  "many-matches": "The text to replace is in the file more than once. Give more of the text around it.",
  "changed-meanwhile": "The file was changed while the user was asked. Look at it again.",
  "not-supported": "This browser cannot write files here.",
};

/** An expected fault with a file: a sentence for the model, and a failure whose detail is the reason's name. */
export class WorkspaceFault extends StorageFault {
  readonly refusal: FileRefusal;

  constructor(refusal: FileRefusal, path = "") {
    super({ code: "file-refused", detail: refusal });
    this.message = path === "" ? SENTENCES[refusal] : `'${path}': ${SENTENCES[refusal]}`;
    this.name = "WorkspaceFault";
    this.refusal = refusal;
  }
}

const BY_NAME: ReadonlyMap<string, FileRefusal> = new Map([
  ["NotFoundError", "missing"],
  ["TypeMismatchError", "not-a-file"],
  ["NotAllowedError", "no-permission"],
  ["SecurityError", "no-permission"],
  ["NoModificationAllowedError", "in-use"],
  ["InvalidStateError", "in-use"],
  ["NotReadableError", "in-use"],
  ["QuotaExceededError", "full"],
]);

/** What the platform threw as a fault; anything unknown is passed on as it is. */
export function toWorkspaceFault(error: unknown, path = ""): unknown {
  if (error instanceof WorkspaceFault || typeof error !== "object" || error === null || !("name" in error))
    return error;
  const refusal = BY_NAME.get(String(error.name));
  return refusal === undefined ? error : new WorkspaceFault(refusal, path);
}
