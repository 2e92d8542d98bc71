/**
 * Holds a Web Lock until this thread dies, however it dies: the browser then gives it to whoever waits for it, within
 * milliseconds (https://w3c.github.io/web-locks/). Resolves once it is held, or refused for good.
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
