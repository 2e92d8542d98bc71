/** Bounds of keys that are counted in, but for `after`. */
interface KeyBounds {
  readonly from?: IDBValidKey;
  readonly after?: IDBValidKey;
  readonly to?: IDBValidKey;
}

/** IndexedDB's range of keys; a plain object with its fields where there is no IndexedDB and rows lie in memory. */
export function toKeyRange({ from, after, to }: KeyBounds): IDBKeyRange {
  const lower = from ?? after;
  const lowerOpen = after !== undefined;
  if (typeof IDBKeyRange === "undefined") return { lower, upper: to, lowerOpen, upperOpen: false } as IDBKeyRange;
  if (lower === undefined) return IDBKeyRange.upperBound(to);
  return to === undefined ? IDBKeyRange.lowerBound(lower, lowerOpen) : IDBKeyRange.bound(lower, to, lowerOpen);
}

/** Every key that begins with these parts: numbers and strings sort before arrays. */
export function keysUnder(...parts: readonly IDBValidKey[]): IDBKeyRange {
  return toKeyRange({ from: [...parts], to: [...parts, []] });
}
