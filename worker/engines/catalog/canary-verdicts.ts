import { createValueCache, DEVICE_CACHE } from "../../platform/value-cache.ts";

/** The judgement on one form of a model on one adapter; `doubtful` where nothing was left to compare it with. */
export type CanaryVerdict = "sound" | "wrong" | "doubtful";

/** The verdicts of this device, kept in a cache that may be dropped. */
export type CanaryVerdicts = ReturnType<typeof createCanaryVerdicts>;

/** Drivers and browsers are updated, so a verdict is not for ever. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;
const VERDICTS: readonly unknown[] = ["sound", "wrong", "doubtful"] satisfies readonly CanaryVerdict[];

/** Keeps verdicts per adapter and browser: either may compute otherwise than the one before. */
export function createCanaryVerdicts(scope: Pick<typeof globalThis, "navigator" | "caches">, adapter: string) {
  const toUrl = (form: string): string =>
    `https://alcove.invalid/canary/${[adapter, scope.navigator.userAgent, form].map(encodeURIComponent).join("/")}`;
  const cache = createValueCache(scope, DEVICE_CACHE);
  return {
    /** Null when it was not tested, or too long ago. */
    read: async (form: string): Promise<CanaryVerdict | null> => {
      const stored = (await cache.read(toUrl(form))) ?? {};
      const { verdict, testedAt } = stored as { readonly verdict?: unknown; readonly testedAt?: unknown };
      const isRecent = typeof testedAt === "number" && Date.now() - testedAt < MAX_AGE_MS;
      return isRecent && VERDICTS.includes(verdict) ? (verdict as CanaryVerdict) : null;
    },
    keep: (form: string, verdict: CanaryVerdict): Promise<void> =>
      cache.write(toUrl(form), { verdict, testedAt: Date.now() }),
  };
}
