import type { Failure, Result } from "../protocol/failure.ts";
import { StorageFault } from "../store/storage-fault.ts";

/** Turns a storage fault into a value; anything else thrown is a bug and is reported as one. */
export async function settle<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

export function toFailure(error: unknown): Failure {
  if (error instanceof StorageFault) return error.failure;
  return { code: "internal", detail: error instanceof Error ? error.message : String(error) };
}

/** The answer to a question about something that is not stored. */
export function missing(id: string): Extract<Result<never>, { readonly ok: false }> {
  return { ok: false, failure: { code: "storage-lost", detail: `nothing is stored under '${id}'` } };
}
