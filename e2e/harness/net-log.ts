import { createReadStream, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "../../dev/scripts/build-app.ts";

const FOLDER = join(ROOT, ".cache/net-logs");

/** Names that Chromium looks up for itself, whatever page is open. */
const OF_THE_BROWSER = [
  "accounts.google.com",
  "clients2.google.com",
  "content-autofill.googleapis.com",
  "optimizationguide-pa.googleapis.com",
  "passwordsleakcheck-pa.googleapis.com",
  "redirector.gvt1.com",
  "update.googleapis.com",
  "www.google.com",
];
/** This machine, under the names that specs use. */
const HOME = ["localhost", "127.0.0.1", "::1", "alcove.test"];

/** A name that a spec has looked up on purpose, to show that it would be heard. */
export const HEARD = "heard.alcove.test";

let launched = 0;

/** The switch that has a browser write down its network events, each browser of a run into a file of its own. */
export function toNetLogFlag(): string {
  launched += 1;
  return `--log-net-log=${join(FOLDER, `${process.pid}-${launched}.json`)}`;
}

/** Forgets the logs of earlier runs. */
export function clearNetLogs(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
}

/** How many logs this run has, and which hosts its browsers looked up or connected to beside this machine's. */
export async function readNetLogs(): Promise<{ readonly logs: number; readonly hosts: readonly string[] }> {
  const files = readdirSync(FOLDER);
  const hosts = new Set<string>();
  for (const name of files) {
    // A log may have more characters than a text can.
    for await (const line of createInterface({ input: createReadStream(join(FOLDER, name)) })) {
      for (const host of readHosts(line)) hosts.add(host);
    }
  }
  return {
    logs: files.length,
    hosts: [...hosts].filter((host) => host !== HEARD && !OF_THE_BROWSER.includes(host)).sort(),
  };
}

/**
 * The hosts of some lines of a log. A browser that was killed leaves a log without its end: an event has a line of its own.
 * Hints (`dns-prefetch`, `preconnect`), which no request of a page tells of, look up hosts as requests do.
 */
export function readHosts(log: string): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const [, quoted = ""] of log.matchAll(/"host":("(?:[^"\\]|\\.)*")/g)) {
    const said: unknown = JSON.parse(quoted);
    if (typeof said !== "string") continue;
    const host = said
      .replace(/^\w+:\/\//, "")
      .replace(/:\d+$/, "")
      .replace(/^\[(.*)\]$/, "$1");
    if (!HOME.includes(host)) hosts.add(host);
  }
  return hosts;
}
