/** Tells the user by the system, where they allowed that; a press on it leads to an address of the app. */
export function notify(title: string, hash: string, more: NotificationOptions = {}): void {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const options = { ...more, lang: document.documentElement.lang };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      globalThis.focus();
      location.hash = hash;
    };
  } catch {
    // Phones show notifications of a service worker only.
    void navigator.serviceWorker?.getRegistration().then((found) => found?.showNotification(title, options));
  }
}
