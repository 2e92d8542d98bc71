import scriptAddress from "./sandbox-worker.ts?worker&url";

let startAddress: string | undefined;

/**
 * Starts the thread that runs foreign scripts. From a blob whose one line imports the script, so that the page's
 * content policy binds it: a worker started from an address is bound by that file's own headers only.
 */
export function startSandboxThread(): Worker {
  if (startAddress === undefined) {
    const address = new URL(scriptAddress, import.meta.url).href;
    const start = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
    // Never revoked: a thread might not have read it yet.
    startAddress = URL.createObjectURL(start);
  }
  return new Worker(startAddress, { type: "module", name: "sandbox" });
}
