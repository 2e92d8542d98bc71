import { useState } from "react";
import type { ModelPlan } from "../../../worker/protocol/device-plan.ts";
import type { ModelEntry } from "../../../worker/protocol/model.ts";
import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { CATALOG_HOSTS } from "../../services/allowed-hosts.ts";
import { allowAndDownload, needsConsent, startDownload } from "../../services/follow-download.ts";
import { chooseModel } from "../../state/choose-model.ts";
import { useApp, useAppState, useReadyModel } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { isBrowsersOwn, isHere } from "./has-stored-files.ts";

interface LoadButtonProps {
  readonly model: ModelEntry;
  readonly plan: ModelPlan | undefined;
  readonly primary: boolean;
}

/** Loads a model whose files are here, or downloads one from a model host beside the loaded one. */
export function LoadButton({ model, plan, primary }: LoadButtonProps) {
  const app = useApp();
  const [asking, setAsking] = useState(false);
  const isReady = useReadyModel()?.modelId === model.id;
  const isDownloading = useAppState(({ download }) => download?.modelId === model.id && download.failure === undefined);
  // Another one under way is stopped for this one; what was downloaded of it is kept.
  const isLoading = useAppState(({ modelState: now }) => now.type === "loading" && now.modelId === model.id);
  const isPresent = isHere(model);
  const press = (): void => {
    if (isPresent) void chooseModel(app, model);
    // The browser fetches its own model by itself, and wants to see a press.
    else if (!isBrowsersOwn(model) && needsConsent()) setAsking(true);
    else void startDownload(app, model.id);
  };
  return (
    <>
      {asking && <DownloadConsent model={model} onClose={() => setAsking(false)} />}
      <Button
        text={isDownloading ? "progress.download" : isReady ? "models.loaded" : toLabel(model, plan, isPresent)}
        tone={primary && !isReady ? "primary" : "plain"}
        icon={isPresent ? "play" : "download"}
        disabled={isLoading || isReady || isDownloading}
        onClick={press}
      />
    </>
  );
}

function toLabel(model: ModelEntry, plan: ModelPlan | undefined, isPresent: boolean): MessageKey {
  if (model.partialBytes !== undefined) return "models.resume";
  const isPoor = plan?.verdict === "does-not-fit" || plan?.verdict === "other-engine";
  if (isPoor) return isPresent ? "models.try" : "models.try-download";
  return isPresent ? "model.load" : "model.download";
}

/** Asks for a download and for the hosts that it comes from, at once. */
function DownloadConsent({ model, onClose }: { readonly model: ModelEntry; readonly onClose: () => void }) {
  const t = useText();
  const app = useApp();
  const size = model.downloadBytes === undefined ? [] : [t.bytes(model.downloadBytes)];
  return (
    <Modal title={t.text("download.ask", { title: model.title })} onClose={onClose}>
      <p>{[...size, ...(model.licence === undefined ? [] : [model.licence])].join(" · ")}</p>
      <p>{t.text("download.meanwhile")}</p>
      <p className="quiet">
        {t.text("models.hosts", { hosts: CATALOG_HOSTS.map((host) => host.replace("https://", "")).join(", ") })}
      </p>
      <div className="row">
        <Button
          text="models.allow"
          tone="primary"
          icon="download"
          data-first-focus=""
          onClick={() => allowAndDownload(app, model.id)}
        />
        <Button tone="quiet" text="action.cancel" onClick={onClose} />
      </div>
    </Modal>
  );
}
