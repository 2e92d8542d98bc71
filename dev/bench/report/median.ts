/** The middle value, or the mean of the two; NaN for none. */
export function toMedian(values: readonly number[]): number {
  return toQuantile(values, 0.5);
}

/** The value below which this share of the values lies, interpolated. */
export function toQuantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) return Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}
