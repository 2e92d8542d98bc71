/**
 * Holds a Web Lock until this thread ends for any reason; within milliseconds the browser then grants it to the next in
 * line (https://w3c.github.io/web-locks/). Resolves once the lock is held, or was refused.
 */
export function holdLife(locks: Pick<LockManager, "request">, name: string): Promise<void> {
  return new Promise((resolve) => {
    const forEver = (): Promise<never> => {
      resolve();
      return new Promise(() => undefined);
    };
    locks.request(name, forEver).catch(() => resolve());
  });
}
