import { connectAgent } from "./agent-client.ts";
import { readAllowedHosts } from "./allowed-hosts.ts";
import { mountApp } from "./mount-app.tsx";
import { registerServiceWorker } from "./register-service-worker.ts";
import { readStartOptions } from "./start-options.ts";
import { startWorker } from "./start-worker.ts";

const root = document.getElementById("root");
if (root !== null) void (window.top === window ? start(root) : showNotice(root));

async function showNotice(root: HTMLElement): Promise<void> {
  await (await import("./framed-notice.ts")).showFramedNotice(root);
}

/** No `await` stands at the top of this file: what is imported here may be built into a file that waits for this one. */
async function start(root: HTMLElement): Promise<void> {
  const hasServer = document.querySelector("meta[data-connect][data-server]") !== null;
  const server = hasServer ? (await import("./own-server.ts")).readServer() : null;
  const client = connectAgent(startWorker, {
    ...readStartOptions(location.search),
    allowedHosts: readAllowedHosts(),
    ...(server === null ? {} : { server }),
  });
  const app = mountApp(root, client.api);
  client.onRestart((start) => void app.restart(start));
  void registerServiceWorker({
    onUpdateReady: app.offerUpdate,
    onOfflineReady: () => app.toasts.show({ text: "toast.offline-ready" }),
    onIsolationReady: () => app.offerUpdate(() => location.reload(), "isolation"),
  });
  if ("launchQueue" in globalThis || location.search.includes("shared=")) {
    void import("./take-incoming.ts").then(({ takeIncoming }) => takeIncoming(app));
  }
}
