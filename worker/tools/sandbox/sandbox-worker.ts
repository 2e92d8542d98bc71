import wasmAddress from "@jitl/quickjs-wasmfile-release-sync/wasm?url";
import { runSandboxed, type SandboxAnswer, type SandboxJob } from "./run-sandboxed.ts";

// Runs one job; then the starting thread terminates this one.
self.addEventListener("message", (event: MessageEvent<SandboxJob>) => {
  const wasmLocation = new URL(wasmAddress, import.meta.url).href;
  const reply = (answer: SandboxAnswer): void => self.postMessage(answer);
  runSandboxed(event.data, () => performance.now(), wasmLocation).then(reply, () => {
    reply({ ok: false, message: "The script exhausted its memory or its stack." });
  });
});
