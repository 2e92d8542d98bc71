import { useText } from "../messages/use-text.ts";
import { toModelTitle } from "../parts/model/model-status.tsx";
import type { AppState } from "../state/app-state.ts";
import { useApp, useAppState } from "../state/use-app.ts";
import { FailureCard } from "../ui/failure-card.tsx";
import { loadLater } from "../ui/load-later.tsx";
import { DownloadBanner } from "./download-banner.tsx";
import { EngineLoss } from "./engine-loss.tsx";
import { UpdateBanner } from "./update-banner.tsx";
import type { BannersShown } from "./use-banners.ts";

const RestoreBackup = loadLater(() => import("./restore-backup.tsx").then((m) => m.RestoreBackup));

/** The banners that are to be seen. */
export function BannerList({ hasUpdate, download, loss, storageFailure, refused, failure }: BannersShown) {
  const { models } = useApp();
  return (
    <div className="banners">
      {hasUpdate && <UpdateBanner />}
      {download && <DownloadBanner download={download} />}
      {loss && <EngineLoss state={loss} />}
      {storageFailure && <FailureCard failure={storageFailure} />}
      {refused && <RefusedModel refused={refused} />}
      {failure && <FailureCard failure={failure} onDismiss={models.dismissFailure} />}
      {[storageFailure?.code, failure?.code].includes("storage-lost") && <RestoreBackup />}
    </div>
  );
}

/** A model that could not be loaded, and the one that goes on answering instead. */
function RefusedModel({ refused }: { readonly refused: NonNullable<AppState["refusedModel"]> }) {
  const t = useText();
  const { models } = useApp();
  const kept = useAppState(({ modelState, models: listed }) =>
    modelState.type === "ready" || modelState.type === "loading" ? toModelTitle(modelState.modelId, listed) : null,
  );
  return (
    <FailureCard
      failure={refused.failure}
      subject={refused.title}
      meaning={kept === null ? undefined : t.text("models.stays", { title: kept })}
      onDismiss={models.dismissFailure}
    />
  );
}
