import { readNetLogs } from "./net-log.ts";

/** Fails the run if any browser in it looked up the name of a host that is not this machine. */
// biome-ignore lint/style/noDefaultExport: Playwright calls a teardown file's default export.
export default async function checkNetLogs(): Promise<void> {
  const { logs, hosts } = await readNetLogs();
  if (hosts.length > 0) throw new Error(`Names looked up by ${logs} browsers: ${hosts.join(", ")}`);
  console.log(`0 names looked up by ${logs} browsers`);
}
