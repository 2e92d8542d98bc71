/** The browser's offer to install the app (https://wicg.github.io/manifest-incubations/), which TypeScript does not know. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;

/** Keeps the browser's offer, which comes once and early. */
export function watchInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
  });
}

/** True while the browser would install the app. */
export function canInstall(): boolean {
  return offer !== null;
}

/** Has the browser ask the user whether to install the app. */
export async function installApp(): Promise<void> {
  const current = offer;
  offer = null;
  await current?.prompt();
}
