import scriptAddress from "./sql-worker.ts?worker&url";

let startAddress: string | undefined;

/** Starts the thread that SQLite runs in, under the page's content policy; see `startSandboxThread`. */
export function startSqlThread(): Worker {
  if (startAddress === undefined) {
    const address = new URL(scriptAddress, import.meta.url).href;
    const start = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
    // Never revoked: a thread might not have read it yet.
    startAddress = URL.createObjectURL(start);
  }
  return new Worker(startAddress, { type: "module", name: "sql" });
}
