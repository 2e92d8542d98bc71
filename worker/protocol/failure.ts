/** A code for each fault that a user should know about. */
export type FailureCode =
  | "webgpu-missing"
  | "device-lost"
  | "out-of-memory"
  | "model-missing"
  | "model-corrupt"
  | "model-unsupported"
  | "projector-alone"
  | "parts-missing"
  | "library-missing"
  | "download-failed"
  | "download-stalled"
  | "engine-crashed"
  | "engine-timeout"
  | "load-unfinished"
  | "engine-busy"
  | "no-model"
  | "skill-missing"
  | "context-full"
  | "nothing-to-summarize"
  | "grammar-rejected"
  | "start-slow"
  | "worker-gone"
  | "storage-full"
  | "storage-low"
  | "storage-refused"
  | "storage-lost"
  | "storage-newer"
  | "records-damaged"
  | "import-refused"
  | "file-refused"
  | "remote-unreachable"
  | "remote-refused"
  | "remote-model-missing"
  | "remote-broken"
  | "browser-model-gone"
  | "browser-model-refused"
  | "browser-download"
  | "cancelled"
  | "internal";

/** Failures after which the engine has to be loaded again. */
export const ENGINE_LOSSES: ReadonlySet<FailureCode> = new Set([
  "device-lost",
  "engine-crashed",
  "engine-timeout",
  "out-of-memory",
  "browser-model-gone",
]);

/** A fault as a value: it crosses the worker border whole, where a thrown error would lose its fields. */
export interface Failure {
  readonly code: FailureCode;
  /** The technical cause, for the details fold and the run log. Never shown alone. */
  readonly detail?: string;
  /** Of `storage-full`: the bytes that the file needed, and those that the browser has left. */
  readonly space?: { readonly needed: number; readonly free: number };
}

/** A failure in a user's words. */
export interface FailureText {
  /** The event, in a sentence. */
  readonly what: string;
  /** Its meaning for the user. */
  readonly meaning: string;
  /** The next thing to do. */
  readonly remedy: string;
}

/** The failed half of a `Result`. */
export interface Failed {
  readonly ok: false;
  readonly failure: Failure;
}

/** A failure as a `Result`. */
export function failed(code: FailureCode, detail?: string): Failed {
  return { ok: false, failure: detail === undefined ? { code } : { code, detail } };
}

/** A value or a failure: what crosses the worker border instead of a thrown error. */
export type Result<Value> = { readonly ok: true; readonly value: Value } | Failed;
