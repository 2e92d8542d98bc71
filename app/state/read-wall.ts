/** The minute that the device's clock shows, as due dates of tasks are written: `2026-01-31T09:05`. */
export function readWall(date: Date = new Date()): string {
  // Sweden writes times as `2026-01-31 09:05`.
  return date.toLocaleString("sv-SE", { dateStyle: "short", timeStyle: "short" }).replace(" ", "T");
}
