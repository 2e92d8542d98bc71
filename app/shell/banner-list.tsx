import { useEffect } from "react";
import type { Failure } from "../../worker/protocol/failure.ts";
import type { ModelDownload, ModelState } from "../../worker/protocol/model.ts";
import { useText } from "../messages/use-text.ts";
import { useApp } from "../state/use-app.ts";
import { FailureCard } from "../ui/failure-card.tsx";
import { DownloadBanner } from "./download-banner.tsx";
import { EngineLoss } from "./engine-loss.tsx";
import { UpdateBanner } from "./update-banner.tsx";

interface BannerListProps {
  readonly hasUpdate: boolean;
  readonly download: ModelDownload | null;
  readonly loss: Extract<ModelState, { type: "failed" }> | null;
  readonly storageFailure: Failure | null;
  readonly failure: Failure | null;
}

const LOOK_MS = 15_000;

/** The banners that are to be seen. */
export function BannerList({ hasUpdate, download, loss, storageFailure, failure }: BannerListProps) {
  const t = useText();
  const { models, store } = useApp();
  const codes = [storageFailure?.code, failure?.code];
  const isTight = codes.includes("storage-tight");
  useEffect(() => {
    if (!isTight) return;
    // The worker looks for room again when it is asked.
    const timer = setInterval(async () => {
      await models.refreshStorage();
      const { storage, failure: shown } = store.getState();
      if (storage?.failure === undefined && shown?.code === "storage-tight") models.dismissFailure();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isTight, models, store]);
  return (
    <div className="banners">
      {hasUpdate && <UpdateBanner />}
      {download && <DownloadBanner download={download} />}
      {loss && <EngineLoss state={loss} />}
      {storageFailure && <FailureCard failure={storageFailure} />}
      {failure && <FailureCard failure={failure} onDismiss={models.dismissFailure} />}
      {codes.includes("storage-lost") && (
        <p className="row">
          <a className="button button-primary" href="#/settings/data">
            {t.text("storage.restore")}
          </a>
        </p>
      )}
    </div>
  );
}
