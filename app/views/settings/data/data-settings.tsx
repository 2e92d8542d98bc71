import { DEFAULT_SETTINGS } from "../../../../worker/protocol/settings.ts";
import { useText } from "../../../messages/use-text.ts";
import { StorageLine } from "../../../parts/frame/storage-line.tsx";
import { useFaults } from "../../../parts/frame/use-faults.tsx";
import { useRead } from "../../../services/use-read.ts";
import { toResult } from "../../../state/app-state.ts";
import { useApp, useAppState } from "../../../state/use-app.ts";
import { ConfirmButton } from "../../../ui/confirm-button.tsx";
import { Wait } from "../../../ui/wait.tsx";
import { useReloadNote } from "../use-reload-note.ts";
import { BackupForm } from "./backup-form.tsx";
import { DeleteEverything } from "./delete-everything.tsx";
import { ExportForm } from "./export-form.tsx";
import { ImportForm } from "./import-form.tsx";

/** The room that is taken up, and everything taken along, brought back or deleted. */
export function DataSettings() {
  const t = useText();
  const faults = useFaults();
  const { report } = faults;
  const [note, setNote] = useReloadNote();
  return (
    <>
      <p role="status">{note !== null && t.text(note)}</p>
      <StorageLine />
      <StorageShares />
      <BackupForm />
      <div className="field data-part">
        <h2>{t.text("data.move")}</h2>
        <p className="quiet">{t.text("data.move-note")}</p>
        <ExportForm report={report} />
        <ImportForm faults={faults} onDone={() => setNote("data.imported")} />
      </div>
      {faults.fault}
      <ResetSettings />
      <DeleteEverything report={report} />
    </>
  );
}

function ResetSettings() {
  const t = useText();
  const { models, toasts } = useApp();
  const reset = async () => {
    // Projects, prompts and questions that wait are data.
    const { projects: _, prompts: __, waiting: ___, ...settings } = DEFAULT_SETTINGS;
    await models.changeSettings(settings);
    toasts.show({ text: "toast.settings-reset" });
  };
  return (
    <div className="field data-part">
      <h2>{t.text("settings.reset")}</h2>
      <p className="quiet">{t.text("settings.reset-note")}</p>
      <div className="row">
        <ConfirmButton text="settings.reset" sure={t.text("settings.reset-sure")} onConfirm={() => void reset()} />
      </div>
    </div>
  );
}

function StorageShares() {
  const t = useText();
  const revision = useAppState((state) => state.memoryRevision);
  const used = useAppState((state) => state.storage?.usedBytes ?? 0);
  const measured = useRead((api) => toResult(api.measureStorage()), [revision]);
  const shares = measured?.ok === false ? [] : measured?.value;
  return (
    <div className="field data-part">
      <h2>{t.text("data.kinds")}</h2>
      {shares === undefined && <Wait label={t.text("data.wait.measure")} />}
      <ul data-testid="storage-shares">
        {shares?.map(({ kind, records, bytes }) => (
          <li key={kind} data-kind={kind} data-records={records}>
            {t.text(`data.kind.${kind}`)}:{" "}
            <span className="quiet">{t.count("data.share", records, { bytes: t.bytes(bytes) })}</span>
          </li>
        ))}
        {shares !== undefined && (
          <li>
            {t.text("data.kind.models")}:{" "}
            <span className="quiet">
              {t.bytes(Math.max(0, used - shares.reduce((sum, { bytes }) => sum + bytes, 0)))}
            </span>
          </li>
        )}
      </ul>
    </div>
  );
}
