import { useState } from "react";
import { useText } from "../../messages/use-text.ts";
import { canInstall, installApp } from "../../services/install-offer.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";

/** How much of the browser's storage is used, and whether the browser promised to keep it. */
export function StorageLine() {
  const t = useText();
  const { models, toasts } = useApp();
  const storage = useAppState((state) => state.storage);
  const [installable, setInstallable] = useState(canInstall);
  if (storage === null) return null;
  const fraction = storage.quotaBytes > 0 ? Math.min(1, storage.usedBytes / storage.quotaBytes) : 0;
  const text = t.text("storage.used", { used: t.bytes(storage.usedBytes), quota: t.bytes(storage.quotaBytes) });
  const persist = async () => {
    const granted = await navigator.storage?.persist?.();
    if (granted !== true) toasts.show({ text: "toast.persist-refused" });
    await models.refreshStorage();
  };
  return (
    <section className="storage" aria-label={t.text("storage.label")}>
      <ProgressBar label={t.text("storage.label")} fraction={fraction} />
      <div className="row">
        <span className="quiet">{text}</span>
        <span className="grow" />
        {storage.persisted ? (
          <span className="tag tag-good">{t.text("storage.kept")}</span>
        ) : (
          <>
            <span className="tag tag-warn">{t.text("storage.not-kept")}</span>
            <Button text="storage.keep" small onClick={() => void persist()} />
            {installable && (
              <Button
                text="storage.install"
                small
                onClick={() => void installApp().then(() => setInstallable(false))}
              />
            )}
          </>
        )}
      </div>
      {!storage.persisted && <p className="quiet">{t.text("storage.not-kept-note")}</p>}
      {isSharedPlace(location) && (
        <p className="quiet">
          <span className="tag tag-warn">{t.text("storage.shared")}</span>{" "}
          {t.text("storage.shared-note", { host: location.hostname })}
        </p>
      )}
    </section>
  );
}

/** Hosts that give every project of an account a folder under one name. */
const SHARED_HOSTS = /(?:^|\.)(?:(?:github|gitlab|sourceforge)\.io|codeberg\.page)$/;

/**
 * True in a folder of a host that is known to serve other people's or other projects' pages beside it. Browsers keep
 * data by host, so each of those pages can read what this app keeps.
 */
export function isSharedPlace({ hostname, pathname }: Pick<Location, "hostname" | "pathname">): boolean {
  return SHARED_HOSTS.test(hostname) && pathname.lastIndexOf("/") > 0;
}
