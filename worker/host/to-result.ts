import { describeError } from "../protocol/describe-error.ts";
import { type Failed, type Failure, failed, type Result } from "../protocol/failure.ts";
import { StorageFault } from "../store/storage-fault.ts";

/** Does the work and returns its result; whatever it throws becomes a failure. */
export async function toResult<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

/** An area of the API as its methods do their work: each resolves with a bare value, nothing for null, or throws. */
type Works<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends (...given: infer Given) => Promise<Result<infer Value>>
    ? (...given: Given) => Promise<Value> | (null extends Value ? Promise<void> : never)
    : never;
};

/** The area's methods, whose results are what its works resolve with; what one throws becomes a failure. */
export function toResults<Api extends object>(works: Works<Api>): Api {
  const methods = Object.entries<(...given: unknown[]) => Promise<unknown>>(works).map(([name, work]) => {
    const method = (...given: unknown[]) => toResult(async () => ({ ok: true, value: (await work(...given)) ?? null }));
    return [name, method] as const;
  });
  return Object.fromEntries(methods) as Api;
}

/** A failure that is thrown. */
class Fault extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** The failure behind a fault; anything else that was thrown is a bug and becomes `internal`. */
export function toFailure(error: unknown): Failure {
  const isFault = error instanceof StorageFault || error instanceof Fault;
  return isFault ? error.failure : { code: "internal", detail: describeError(error) };
}

/** The value of a result; throws its failure. */
export function toValue<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Fault(result.failure);
  return result.value;
}

/** The failure for an id under which nothing is stored. */
export function toMissing(id: string): Failed {
  return failed("storage-lost", `nothing is stored under '${id}'`);
}

/** The value; throws for an id under which nothing is stored. */
export function toStored<Value>(value: Value | null | undefined, id: string): Value {
  return value ?? toValue(toMissing(id));
}
