export function read(value: any): string {
  return String(value);
}
