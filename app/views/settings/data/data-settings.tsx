import { useState } from "react";
import { DEFAULT_SETTINGS } from "../../../../worker/protocol/settings.ts";
import { useText } from "../../../messages/use-text.ts";
import { StorageLine } from "../../../parts/frame/storage-line.tsx";
import { type Report, useFaults } from "../../../parts/frame/use-faults.tsx";
import { hasStoredFiles } from "../../../parts/model/has-stored-files.ts";
import { forgetPage, reloadSaying, toExportOptions } from "../../../services/page-data.ts";
import { useRead } from "../../../services/use-read.ts";
import { toResult } from "../../../state/app-state.ts";
import { ENCRYPTED } from "../../../state/text-store.ts";
import { useApp, useAppState } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm-button.tsx";
import { downloadText, toDay } from "../../../ui/download.ts";
import { Checkbox } from "../../../ui/fields/form.tsx";
import { Wait } from "../../../ui/wait.tsx";
import { isUsable, NewPassphrase, NO_WORDS } from "../new-passphrase.tsx";
import { useReloadNote } from "../use-reload-note.ts";
import { BackupForm } from "./backup-form.tsx";
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

/** Deletes all that the user has brought here, also what only the page keeps, and starts anew. */
function DeleteEverything({ report }: { readonly report: Report }) {
  const t = useText();
  const { api, toasts } = useApp();
  const [deleting, setDeleting] = useState(false);
  const [withModels, setWithModels] = useState(false);
  const remove = async () => {
    setDeleting(true);
    const models = withModels ? await report(deleteModels()) : null;
    const deleted = models === undefined ? undefined : await report(api.deleteEverything());
    setDeleting(false);
    if (deleted === undefined) return;
    try {
      await forgetPage();
      reloadSaying("data.deleted");
    } catch {
      toasts.show({ text: "toast.not-saved" });
    }
  };
  const deleteModels = async () => {
    await api.unloadModel();
    const stored = (await api.listModels()).filter(hasStoredFiles);
    for (const { id } of stored) {
      const deleted = await api.deleteModel(id);
      if (!deleted.ok) return deleted;
    }
    await api.dropReranker();
    return api.dropEmbeddingModel();
  };
  return (
    <div className="field data-part">
      <h2>{t.text("data.delete")}</h2>
      <p className="quiet">{t.text("data.delete-note")}</p>
      <Checkbox text="data.delete-models" value={withModels} onChange={setWithModels} />
      <div className="row">
        <ConfirmButton
          text="data.delete"
          tone="danger"
          disabled={deleting}
          sure={t.text("data.delete-sure")}
          onConfirm={() => void remove()}
        />
      </div>
      {deleting && <Wait label={t.text("data.wait.delete")} />}
    </div>
  );
}

/** Everything as one file, readable or sealed with a passphrase. */
function ExportForm({ report }: { readonly report: Report }) {
  const t = useText();
  const { api, texts } = useApp();
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [writing, setWriting] = useState(false);
  const [withKeys, setWithKeys] = useState(false);
  // Encrypted texts do not leave readable unless that is asked for.
  const isEncrypted = texts.read(ENCRYPTED) !== "";
  const [isSealed, setSealed] = useState(isEncrypted);
  const [words, setWords] = useState(NO_WORDS);
  const isReady = !isSealed || isUsable(words);
  const download = async () => {
    setWriting(true);
    const options = toExportOptions(withKeys, isSealed ? words.first : undefined);
    const exported = await report(api.exportEverything(options));
    if (exported) {
      setLeftOut(exported.leftOut.map(({ kind, id }) => `${kind} ${id}`));
      const name = `alcove-export-${toDay(new Date())}${isSealed ? ".sealed" : ""}.json`;
      downloadText(name, new TextDecoder().decode(exported.bytes), "application/json");
      setWords(NO_WORDS);
    }
    setWriting(false);
  };
  return (
    <>
      <Checkbox text="data.with-keys" value={withKeys} onChange={setWithKeys} />
      <Checkbox text="data.seal" value={isSealed} onChange={setSealed} />
      {isSealed && <NewPassphrase note="data.seal-note" words={words} onChange={setWords} />}
      {isEncrypted && !isSealed && <p role="status">{t.text("data.seal-off")}</p>}
      <div className="row">
        <Button text="data.export" disabled={writing || !isReady} onClick={() => void download()} />
      </div>
      {writing && <Wait label={t.text("data.wait.export")} />}
      {leftOut.length > 0 && (
        <p role="alert">{t.count("data.left-out", leftOut.length, { names: leftOut.join(", ") })}</p>
      )}
    </>
  );
}
