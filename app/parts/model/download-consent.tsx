import type { ModelEntry } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { CATALOG_HOSTS } from "../../services/allowed-hosts.ts";
import { allowAndDownload } from "../../services/follow-download.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/fields/form.tsx";
import { Modal } from "../../ui/modal.tsx";

interface DownloadConsentProps {
  readonly model: ModelEntry;
  readonly onClose: () => void;
}

/** Asks for a download and for the hosts that it comes from, at once. */
export function DownloadConsent({ model, onClose }: DownloadConsentProps) {
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
        <Button tone="primary" icon="download" data-first-focus="" onClick={() => allowAndDownload(app, model.id)}>
          {t.text("models.allow")}
        </Button>
        <CancelButton onClick={onClose} />
      </div>
    </Modal>
  );
}
