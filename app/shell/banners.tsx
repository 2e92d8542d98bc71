import { lazy, Suspense } from "react";
import { useApp, useAppState } from "../state/use-app.ts";
import { FailureCard } from "../ui/failure-card.tsx";

const UpdateBanner = lazy(() => import("./update-banner.tsx").then((m) => ({ default: m.UpdateBanner })));
const DownloadBanner = lazy(() => import("./download-banner.tsx").then((m) => ({ default: m.DownloadBanner })));
const EngineLoss = lazy(() => import("./engine-loss.tsx").then((m) => ({ default: m.EngineLoss })));

/** What concerns the whole app: a newer version, and faults that belong to no answer. */
export function Banners() {
  const { models } = useApp();
  const storageFailure = useAppState((state) => state.storage?.failure ?? null);
  // A storage failure at the start arrives twice: as the storage's state, and as an event.
  const failure = useAppState((state) => (state.failure?.code === storageFailure?.code ? null : state.failure));
  const model = useAppState((state) => state.modelState);
  const isLost = model.type === "failed" && (model.fallback !== undefined || model.failure.code === "load-unfinished");
  const download = useAppState((state) => state.download);
  const hasUpdate = useAppState((state) => state.applyUpdate !== null);
  if (failure === null && storageFailure === null && !hasUpdate && !isLost && download === null) return null;
  return (
    <div className="banners">
      <Suspense>
        {hasUpdate && <UpdateBanner />}
        {download && <DownloadBanner download={download} />}
        {isLost && <EngineLoss state={model} />}
      </Suspense>
      {storageFailure && <FailureCard failure={storageFailure} />}
      {failure && <FailureCard failure={failure} onDismiss={models.dismissFailure} />}
    </div>
  );
}
