/** The minute that the device's clock shows, as due dates of tasks are written: `2026-01-31T09:05`. */
export function readWall(date: Date = new Date()): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
