import { ensureBuilt } from "../../dev/scripts/build-app.ts";
import { clearNetLogs } from "./net-log.ts";

/** The tests run on the build that people get. */
// biome-ignore lint/style/noDefaultExport: Playwright calls a setup file's default export.
export default async function buildBeforeTests(): Promise<void> {
  clearNetLogs();
  await ensureBuilt();
}
