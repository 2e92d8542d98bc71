import type { ModelDownload } from "../../worker/protocol/model.ts";
import { useText } from "../messages/use-text.ts";
import { toModelTitle } from "../parts/model/model-status.tsx";
import { pauseDownload, startDownload } from "../services/follow-download.ts";
import { useApp, useAppState } from "../state/use-app.ts";
import { Button } from "../ui/button.tsx";
import { FailureCard } from "../ui/failure-card.tsx";
import { useProgressText } from "../ui/load-progress-line.tsx";
import { ProgressBar, toFraction } from "../ui/progress-bar.tsx";

/** The download beside the loaded model: how far it is, how fast it goes and how long it still takes. */
export function DownloadBanner({ download }: { readonly download: ModelDownload }) {
  const t = useText();
  const app = useApp();
  const title = useAppState(({ models }) => toModelTitle(download.modelId, models));
  const { progress, elsewhere, failure, modelId } = download;
  const counted = useProgressText(progress);
  if (failure !== undefined) {
    return (
      <FailureCard
        failure={failure}
        subject={title}
        onRetry={() => void startDownload(app, modelId)}
        onDismiss={() => {
          app.store.setState({ download: null });
          void pauseDownload(app);
        }}
      />
    );
  }
  const step = t.text(elsewhere === true ? "download.elsewhere" : `progress.${progress.type}`);
  return (
    <section className="download" aria-label={t.text("download.title")} data-testid="download" data-model={modelId}>
      <p>
        <strong>{title}</strong>
        <span className="quiet">{[step, counted].filter(Boolean).join(" · ")}</span>
      </p>
      <Button
        text={progress.unit === "bytes" ? "models.pause" : "action.cancel"}
        small
        onClick={() => void pauseDownload(app)}
      />
      <ProgressBar label={t.text("download.title")} fraction={toFraction(progress)} />
    </section>
  );
}
