/** Returns what the work gives; null where it throws. */
export function attempt<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}
