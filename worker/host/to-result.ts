import { describeError } from "../protocol/describe-error.ts";
import type { Failed, Failure, Result } from "../protocol/failure.ts";
import { StorageFault } from "../store/storage-fault.ts";

/** Does the work and returns its result; whatever it throws becomes a failure. */
export async function toResult<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

/** The same for work that fails only by throwing. */
export function attempt<Value>(work: () => Promise<Value>): Promise<Result<Value>> {
  return toResult(async () => ({ ok: true, value: await work() }));
}

/** The failure behind a storage fault; anything else that was thrown is a bug and becomes `internal`. */
export function toFailure(error: unknown): Failure {
  return error instanceof StorageFault ? error.failure : { code: "internal", detail: describeError(error) };
}

/** The failure for an id under which nothing is stored. */
export function toMissing(id: string): Failed {
  return { ok: false, failure: { code: "storage-lost", detail: `nothing is stored under '${id}'` } };
}
