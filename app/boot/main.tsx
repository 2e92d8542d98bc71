import { connectAgent } from "../services/agent-client.ts";
import { readAllowedHosts } from "../services/allowed-hosts.ts";
import { watchInstallOffer } from "../services/install-offer.ts";
import { startWorker } from "../services/start-worker.ts";
import { openTextStore, WANTED_MODEL } from "../state/text-store.ts";
import { openLoadGuard } from "./load-guard.ts";
import { mountApp } from "./mount-app.tsx";
import { readStartOptions } from "./start-options.ts";

watchInstallOffer();
const root = document.getElementById("root");
if (root !== null) void (window.top === window ? start(root) : showNotice(root));

async function showNotice(root: HTMLElement): Promise<void> {
  await (await import("./framed-notice.ts")).showFramedNotice(root);
}

/** No `await` stands at the top of this file: what is imported here may be built into a file that waits for this one. */
async function start(root: HTMLElement): Promise<void> {
  const hasServer = document.querySelector("meta[data-connect][data-server]") !== null;
  const ownServer = hasServer ? await import("../services/own-server.ts") : null;
  const server = ownServer?.readServer() ?? null;
  const texts = openTextStore();
  const guard = await openLoadGuard(texts, navigator.locks);
  const client = connectAgent(
    startWorker,
    {
      ...readStartOptions(location.search),
      allowedHosts: readAllowedHosts(),
      // Read at each start of the agent: its worker may have died in a load.
      get heldModel() {
        return guard.begin();
      },
      ...(server === null ? {} : { server }),
    },
    undefined,
    async (api) => {
      if ("LanguageModel" in globalThis)
        await (await import("../services/offer-browser-model.ts")).offerBrowserModel(api);
      if ((await api.readEncryption()) === "locked") {
        await (await import("./unlock.tsx")).unlock(api, texts, () => app.store.getState());
      }
    },
  );
  const app = mountApp(root, client.api, texts);
  ownServer?.moveServerKey(app);
  const followModel = (): void => guard.follow(app.store.getState().modelState, document.visibilityState === "visible");
  app.store.subscribe(followModel);
  document.addEventListener("visibilitychange", followModel);
  addEventListener("pagehide", guard.rest);
  // Other tabs begin, pause and end downloads too.
  const followDownload = async (): Promise<void> => {
    if (texts.read(WANTED_MODEL) !== "" || app.store.getState().download !== null) {
      await (await import("../services/follow-download.ts")).followDownload(app);
    }
  };
  void followDownload();
  addEventListener("storage", () => void followDownload());
  client.onRestart((start) => void app.restart(start).then(followDownload));
  if ("launchQueue" in globalThis || location.search.includes("shared=")) {
    void import("./take-incoming.ts").then(({ takeIncoming }) => takeIncoming(app));
  }
  void import("./register-service-worker.ts").then(({ registerServiceWorker }) =>
    registerServiceWorker({
      onUpdateReady: app.offerUpdate,
      onOfflineReady: () => app.toasts.show({ text: "toast.offline-ready" }),
      onIsolationReady: () => app.offerUpdate(() => location.reload(), "isolation"),
    }),
  );
}
