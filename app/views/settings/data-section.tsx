import { type ReactElement, useEffect, useState } from "react";
import type { Failure } from "../../../worker/protocol/failure.ts";
import {
  ARCHIVE_KINDS,
  type ImportMode,
  type ImportSummary,
  type StorageShare,
} from "../../../worker/protocol/stored-data.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { Button } from "../../ui/button.tsx";
import { downloadText } from "../../ui/download-text.ts";
import { FailureCard } from "../../ui/failure-card.tsx";
import { OwnFileChoice } from "../../ui/own-file-choice.tsx";
import { Wait } from "../../ui/wait.tsx";
import { useApp, useAppState } from "../../use-app.ts";

/** What takes up room, and everything taken along, brought back or deleted. */
export function DataSection(): ReactElement {
  const t = useText();
  const { api } = useApp();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [writing, setWriting] = useState(false);
  const download = async () => {
    setWriting(true);
    const exported = await toResult(api.exportEverything());
    setWriting(false);
    setFailure(exported.ok ? null : exported.failure);
    if (exported.ok) downloadText("alcove-export.json", new TextDecoder().decode(exported.value), "application/json");
  };
  return (
    <>
      <StorageShares />
      <div className="field data-part">
        <h2>{t.text("data.move")}</h2>
        <p className="quiet">{t.text("data.move-note")}</p>
        <div className="row">
          <Button disabled={writing} onClick={() => void download()}>
            {t.text("data.export")}
          </Button>
        </div>
        {writing && <Wait label={t.text("data.wait.export")} />}
        <ImportForm onFailure={setFailure} />
      </div>
      {failure !== null && <FailureCard failure={failure} />}
      <DeleteEverything onFailure={setFailure} />
    </>
  );
}

function StorageShares(): ReactElement {
  const t = useText();
  const { api } = useApp();
  const phase = useAppState((state) => state.phase);
  const revision = useAppState((state) => state.memoryRevision);
  const [shares, setShares] = useState<readonly StorageShare[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was changed is weighed again
  useEffect(() => {
    if (phase !== "ready") return;
    void toResult(api.measureStorage()).then((measured) => {
      setShares((last) => (measured.ok ? measured.value : (last ?? [])));
    });
  }, [api, phase, revision]);
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
      </ul>
    </div>
  );
}

interface StepProps {
  readonly onFailure: (failure: Failure | null) => void;
}

function ImportForm({ onFailure }: StepProps): ReactElement {
  const t = useText();
  const { api } = useApp();
  const [text, setText] = useState<string | null>(null);
  const [summary, setSummary] = useState<ImportSummary | null>(null);
  const [isOwn, setIsOwn] = useState(false);
  const [done, setDone] = useState(false);
  const [step, setStep] = useState<"read" | "import" | null>(null);
  const preview = async (file: string, mode: ImportMode, own: boolean) => {
    setText(file);
    setIsOwn(own);
    setDone(false);
    setStep("read");
    const previewed = await toResult(api.previewImport(file, mode, own));
    setStep(null);
    onFailure(previewed.ok ? null : previewed.failure);
    setSummary(previewed.ok ? previewed.value : null);
  };
  const take = async (file: string, mode: ImportMode) => {
    setStep("import");
    const imported = await toResult(api.importEverything(file, mode, isOwn));
    setStep(null);
    onFailure(imported.ok ? null : imported.failure);
    setDone(imported.ok);
    setSummary(null);
  };
  return (
    <>
      <label className="field">
        <span>{t.text("data.import")}</span>
        <input
          type="file"
          accept=".json,application/json"
          disabled={step === "import"}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) void file.text().then((read) => preview(read, "merge", false));
          }}
        />
      </label>
      {text !== null && summary !== null && (
        <fieldset className="field" data-testid="import-preview" disabled={step === "import"}>
          <legend>{t.text("data.mode")}</legend>
          {(["merge", "replace"] as const).map((mode) => (
            <label key={mode} className="choice">
              <input
                type="radio"
                name="import-mode"
                checked={summary.mode === mode}
                onChange={() => void preview(text, mode, isOwn)}
              />
              <span>{t.text(`data.mode.${mode}`)}</span>
            </label>
          ))}
          <OwnFileChoice isOwn={isOwn} onChange={(own) => void preview(text, summary.mode, own)} />
          <ul>
            {ARCHIVE_KINDS.map((kind) => (
              <li key={kind} data-kind={kind}>
                {t.text(`data.kind.${kind}`)}: {t.text("data.counts", { ...summary.counts[kind] })}
              </li>
            ))}
          </ul>
          {summary.permissionsDropped > 0 && (
            <p data-testid="permissions-dropped">{t.count("data.permissions", summary.permissionsDropped)}</p>
          )}
          <Button tone="primary" onClick={() => void take(text, summary.mode)}>
            {t.text("data.import-now")}
          </Button>
        </fieldset>
      )}
      {step !== null && <Wait label={t.text(`data.wait.${step}`)} />}
      <p role="status">{done && t.text("data.imported")}</p>
    </>
  );
}

function DeleteEverything({ onFailure }: StepProps): ReactElement {
  const t = useText();
  const { api, toasts } = useApp();
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const remove = async () => {
    setAsking(false);
    setDeleting(true);
    const deleted = await toResult(api.deleteEverything());
    setDeleting(false);
    onFailure(deleted.ok ? null : deleted.failure);
    if (deleted.ok) toasts.show({ text: "data.deleted" });
  };
  return (
    <div className="field data-part">
      <h2>{t.text("data.delete")}</h2>
      <p className="quiet">{t.text("data.delete-note")}</p>
      <div className="row">
        {asking ? (
          <>
            <Button tone="danger" onClick={() => void remove()}>
              {t.text("data.delete-sure")}
            </Button>
            <Button tone="quiet" onClick={() => setAsking(false)}>
              {t.text("action.cancel")}
            </Button>
          </>
        ) : (
          <Button tone="danger" disabled={deleting} onClick={() => setAsking(true)}>
            {t.text("data.delete")}
          </Button>
        )}
      </div>
      {deleting && <Wait label={t.text("data.wait.delete")} />}
    </div>
  );
}
