/**
 * A throw inside the work aborts the transaction, which would otherwise commit what was put before the throw. Requests
 * that are not awaited are marked with `start`.
 */
export async function runTransaction<Transaction extends { readonly done: Promise<void>; abort(): void }, Value>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  const done = transaction.done;
  done.catch(() => undefined);
  let value: Value;
  try {
    value = await work(transaction);
  } catch (error) {
    abort(transaction);
    // The transaction's own error says more than the request's, for instance that the quota was exceeded.
    const cause = await done.then(
      () => error,
      (reason: unknown) => (isAbortNotice(reason) ? error : reason),
    );
    throw cause;
  }
  await done;
  return value;
}

export function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has ended already.
  }
}

function isAbortNotice(reason: unknown): boolean {
  return typeof reason === "object" && reason !== null && "name" in reason && reason.name === "AbortError";
}
