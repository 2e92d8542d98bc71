import { toServiceWorkerUrl } from "../services/trusted-script-url.ts";

/** How long an update may take to take over by itself, in milliseconds. */
const PATIENCE_MS = 3000;
/** Marks, in this tab's own storage, that it has asked a newer version to take over and has not seen it do so. */
const ASKED_KEY = "alcove.update-asked";

/** Notices to the page about its own files. */
export interface ServiceWorkerNotices {
  /**
   * A newer version is ready and waits. Calling `apply` replaces this one and reloads every tab of the app, so call it
   * only on the user's word and never during a run.
   */
  onUpdateReady(apply: () => void): void;
  /** All files are kept: from now on the app opens without a network. */
  onOfflineReady?(): void;
  /**
   * The host sends no isolation headers, but the service worker adds them from the next load on: a reload now gives the
   * CPU engine its threads.
   */
  onIsolationReady?(): void;
}

/**
 * Keeps the app for offline use. Does nothing in development and where the browser refuses service workers; the app
 * works without.
 */
export async function registerServiceWorker(notices: ServiceWorkerNotices): Promise<void> {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  const container = navigator.serviceWorker;
  const wasControlled = container.controller !== null;
  let isReloading = false;
  container.addEventListener("controllerchange", () => {
    if (!wasControlled) {
      notices.onOfflineReady?.();
      if (!crossOriginIsolated) notices.onIsolationReady?.();
    } else if (!isReloading) {
      isReloading = true;
      sessionStorage.removeItem(ASKED_KEY);
      location.reload();
    }
  });
  try {
    const registration = await container.register(toServiceWorkerUrl(), { updateViaCache: "none" });
    const wasAsked = sessionStorage.getItem(ASKED_KEY) !== null;
    sessionStorage.removeItem(ASKED_KEY);
    // It took over between the first bytes of this page, which are the old version's, and the listener above.
    if (wasAsked && registration.waiting === null) return location.reload();
    offerWhenWaiting(registration, notices);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => offerWhenWaiting(registration, notices));
    });
  } catch {
    // Refused (private window, policy, no storage): the app works while the network does.
  }
}

function offerWhenWaiting(registration: ServiceWorkerRegistration, notices: ServiceWorkerNotices): void {
  const worker = registration.waiting;
  // Without a controller it is the first version on its way in, not an update.
  if (worker === null || navigator.serviceWorker.controller === null) return;
  notices.onUpdateReady(() => {
    sessionStorage.setItem(ASKED_KEY, "");
    worker.postMessage("activate-update");
    // It takes over once the old version has answered everything it is asked at the moment; a model that loads can keep
    // it at that for long (Chromium 156). A reload ends those requests.
    setTimeout(() => location.reload(), PATIENCE_MS);
  });
}
