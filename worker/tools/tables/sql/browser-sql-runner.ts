import { runInThread } from "../../sandbox/run-in-thread.ts";
import { createThreadStarter } from "../../sandbox/start-thread.ts";
import type { RunSql } from "./run-query.ts";
import scriptAddress from "./sql-worker.ts?worker&url";

/** To start SQLite and to read a million rows into it, on a slow device. */
const GRACE_MS = 45_000;

/** Asks SQLite in threads of the browser. */
export function createBrowserSqlRunner(): RunSql {
  const startThread = createThreadStarter(scriptAddress, "sql");
  return (job, signal) =>
    runInThread("The query", startThread, job, { timeoutMs: job.timeoutMs, graceMs: GRACE_MS, signal });
}
