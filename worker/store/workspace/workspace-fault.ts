import type { FileRefusal } from "../../protocol/workspaces/workspace.ts";
import { StorageFault } from "../storage-fault.ts";
import sentences from "./refusal-sentences.json" with { type: "json" };

const SENTENCES: Readonly<Record<FileRefusal, string>> = sentences;

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

/** Turns what the platform threw into a fault; anything unknown is passed on as it is. */
export function toWorkspaceFault(error: unknown, path = ""): unknown {
  if (error instanceof WorkspaceFault || typeof error !== "object" || error === null || !("name" in error))
    return error;
  const refusal = BY_NAME.get(String(error.name));
  return refusal === undefined ? error : new WorkspaceFault(refusal, path);
}

/** The result of work with a file; what the platform throws comes as a fault. */
export async function withFaults<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw toWorkspaceFault(error, path);
  }
}
