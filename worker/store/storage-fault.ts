import type { Failure, FailureCode } from "../protocol/failure.ts";
import { toFields } from "../protocol/json.ts";

/** A fault of the storage, thrown by every store. `failure` is what crosses the worker border. */
export class StorageFault extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(`${failure.code}${failure.detail === undefined ? "" : `: ${failure.detail}`}`, { cause });
    this.name = "StorageFault";
    this.failure = failure;
  }
}

/** Chromium 156 says it by the text of an `UnknownError`: "IO error: .../000003.log: FILE_ERROR_NO_SPACE". */
const NO_SPACE = /NO_SPACE|ENOSPC/;

const CODES: ReadonlyMap<string, FailureCode> = new Map([
  ["QuotaExceededError", "storage-full"],
  ["VersionError", "storage-newer"],
  ...["DataCloneError", "DataError", "ConstraintError", "TypeError", "RangeError"].map(
    (name) => [name, "internal"] as const,
  ),
]);

/** Whether an error came from opening the database or from using it. */
export type StoragePhase = "open" | "work";

/** Turns whatever the platform threw into a `StorageFault`; one that already is a fault passes through. */
export function toStorageFault(error: unknown, phase: StoragePhase): StorageFault {
  if (error instanceof StorageFault) return error;
  const name = readText(error, "name");
  const detail = error instanceof Error || name !== "" ? `${name}: ${readText(error, "message")}` : String(error);
  // Chromium 156 throws UnknownError or SecurityError if site data is blocked, and InvalidStateError, NotFoundError or
  // AbortError once the data of an open database has been removed.
  const code = CODES.get(name) ?? (phase === "open" ? "storage-refused" : "storage-lost");
  return new StorageFault({ code: NO_SPACE.test(detail) ? "storage-full" : code, detail }, error);
}

/** True when the connection itself is gone, so that opening it again may help. */
export function isConnectionGone(error: unknown): boolean {
  const name = readText(error, "name");
  return name === "InvalidStateError" || name === "NotFoundError" || name === "AbortError";
}

function readText(error: unknown, field: "name" | "message"): string {
  const text = toFields(error)[field];
  return typeof text === "string" ? text : "";
}
