import { useApp, useAppState } from "../state/use-app.ts";
import { FailureCard } from "../ui/failure-card.tsx";
import { loadLater } from "../ui/load-later.tsx";

const UpdateBanner = loadLater(() => import("./update-banner.tsx").then((m) => m.UpdateBanner));
const DownloadBanner = loadLater(() => import("./download-banner.tsx").then((m) => m.DownloadBanner));
const RefusedModel = loadLater(() => import("./refused-model.tsx").then((m) => m.RefusedModel));
const RestoreBackup = loadLater(() => import("./restore-backup.tsx").then((m) => m.RestoreBackup));
const EngineLoss = loadLater(() => import("./engine-loss.tsx").then((m) => m.EngineLoss));

/** Banners of the whole app: a newer version, and faults that belong to no answer. */
export function Banners() {
  const { models } = useApp();
  const storageFailure = useAppState((state) => state.storage?.failure ?? null);
  // A storage failure at the start arrives twice: as the storage's state, and as an event.
  const failure = useAppState((state) => (state.failure?.code === storageFailure?.code ? null : state.failure));
  const model = useAppState((state) => state.modelState);
  const isLost = model.type === "failed" && (model.fallback !== undefined || model.failure.code === "load-unfinished");
  const download = useAppState((state) => state.download);
  const refused = useAppState((state) => state.refusedModel);
  const hasUpdate = useAppState((state) => state.applyUpdate !== null);
  if (refused === null && failure === null && storageFailure === null && !hasUpdate && !isLost && download === null)
    return null;
  return (
    <div className="banners">
      {hasUpdate && <UpdateBanner />}
      {download && <DownloadBanner download={download} />}
      {isLost && <EngineLoss state={model} />}
      {storageFailure && <FailureCard failure={storageFailure} />}
      {refused && <RefusedModel refused={refused} />}
      {failure && <FailureCard failure={failure} onDismiss={models.dismissFailure} />}
      {[storageFailure?.code, failure?.code].includes("storage-lost") && <RestoreBackup />}
    </div>
  );
}
