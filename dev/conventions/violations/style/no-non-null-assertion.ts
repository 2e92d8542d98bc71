export function first(values: readonly string[]): string {
  return values[0]!;
}
