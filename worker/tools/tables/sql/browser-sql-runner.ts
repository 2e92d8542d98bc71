import { runInThread } from "../../sandbox/run-in-thread.ts";
import type { RunSql } from "./run-query.ts";
import { startSqlThread } from "./start-sql-thread.ts";

/** To start SQLite and to read a million rows into it, on a slow device. */
const GRACE_MS = 45_000;

/** Asks SQLite in threads of the browser. */
export function createBrowserSqlRunner(): RunSql {
  const timers = {
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    clearTimeout: (timer: number | object) => clearTimeout(Number(timer)),
  };
  return (job, signal) =>
    runInThread("The query", startSqlThread, job, { timeoutMs: job.timeoutMs, graceMs: GRACE_MS, signal }, timers);
}
