import { useCallback, useState } from "react";
import { isSealedText } from "../../../../worker/protocol/encryption/sealed-format.ts";
import { ARCHIVE_KINDS, type ImportMode, type ImportPreview } from "../../../../worker/protocol/stored-data.ts";
import { useText } from "../../../messages/use-text.ts";
import type { Faults } from "../../../parts/frame/use-faults.tsx";
import { takePageData } from "../../../services/page-data.ts";
import { toResult } from "../../../state/app-state.ts";
import { useApp } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Form, InputField } from "../../../ui/fields/form.tsx";
import { OwnFileChoice } from "../../../ui/fields/own-file-choice.tsx";
import { Choice } from "../../../ui/fields/setting-fields.tsx";
import { Wait } from "../../../ui/wait.tsx";
import { HistoryForm } from "./history-form.tsx";
import { ImportedHistories } from "./imported-histories.tsx";
import { ImportedParts } from "./imported-parts.tsx";

interface ImportFormProps {
  readonly faults: Pick<Faults, "report" | "clear">;
  readonly onDone: () => void;
}

/** The beginning of a file, in which this app's own say what they are. */
const HEAD_BYTES = 4_096;
const OWN_FORMAT = '"alcove-';

/** Takes a backup in, after saying what is in it and asking whose it is, and the chats that another app exported. */
export function ImportForm({ faults: { report, clear }, onDone }: ImportFormProps) {
  const t = useText();
  const { api } = useApp();
  const [text, setText] = useState<string | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [isOwn, setIsOwn] = useState<boolean | null>(null);
  const [sealed, setSealed] = useState<string | null>(null);
  const [history, setHistory] = useState<File | null>(null);
  const closeHistory = useCallback(() => setHistory(null), []);
  const [step, setStep] = useState<"read" | "import" | null>(null);
  const read = async (file: string, mode: ImportMode, own: boolean | null) => {
    setText(file);
    setIsOwn(own);
    setStep("read");
    const previewed = await report(api.previewImport(file, mode, own === true));
    setStep(null);
    setPreview(previewed ?? null);
  };
  const choose = async (content: string) => {
    const isSealed = isSealedText(content);
    setSealed(isSealed ? content : null);
    setPreview(null);
    if (!isSealed) await read(content, "merge", null);
  };
  const open = async (file: File) => {
    clear();
    setHistory(null);
    if ((await file.slice(0, HEAD_BYTES).text()).includes(OWN_FORMAT)) return choose(await file.text());
    setPreview(null);
    setSealed(null);
    setHistory(file);
  };
  const take = async (file: string, contents: ImportPreview, own: boolean) => {
    setStep("import");
    const imported = await report(api.importEverything(file, contents.mode, own));
    setStep(null);
    setPreview(null);
    if (imported !== undefined && !(await takePageData(contents, "data.imported", api))) onDone();
  };
  return (
    <>
      <Field text="data.import">
        <input
          type="file"
          accept=".json,.jsonl,.zip,.html,application/json,application/zip"
          disabled={step === "import"}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) void open(file);
          }}
        />
      </Field>
      <p className="quiet">{t.text("data.import-note")}</p>
      {history !== null && (
        <HistoryForm key={history.lastModified + history.name} file={history} report={report} onClose={closeHistory} />
      )}
      <ImportedHistories report={report} />
      {sealed !== null && (
        <OpenSealed
          file={sealed}
          onCancel={() => setSealed(null)}
          onOpen={(content) => {
            setSealed(null);
            void read(content, "merge", null);
          }}
        />
      )}
      {text !== null && preview !== null && (
        <div className="card form" data-testid="import-preview">
          <OwnFileChoice isOwn={isOwn} onChange={(own) => void read(text, preview.mode, own)} />
          <Choice
            text="data.mode"
            value={preview.mode}
            of={["merge", "replace"]}
            toText={(mode) => t.text(`data.mode.${mode}`)}
            disabled={step === "import"}
            onPick={(mode) => void read(text, mode, isOwn)}
          />
          <ul>
            {ARCHIVE_KINDS.map((kind) => (
              <li key={kind} data-kind={kind}>
                {t.text(`data.kind.${kind}`)}: {t.text("data.counts", { ...preview.counts[kind] })}
              </li>
            ))}
            <ImportedParts preview={preview} />
          </ul>
          {preview.permissionsDropped > 0 && (
            <p data-testid="permissions-dropped">{t.count("data.permissions", preview.permissionsDropped)}</p>
          )}
          <div className="row">
            <Button
              text="data.import-now"
              tone="primary"
              disabled={isOwn === null || step !== null}
              onClick={() => isOwn !== null && void take(text, preview, isOwn)}
            />
            <Button text="action.cancel" tone="quiet" disabled={step === "import"} onClick={() => setPreview(null)} />
          </div>
        </div>
      )}
      {step !== null && <Wait label={t.text(`data.wait.${step}`)} />}
    </>
  );
}

interface OpenSealedProps {
  /** Its text as it was read. */
  readonly file: string;
  readonly onOpen: (text: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the passphrase of a sealed export. */
function OpenSealed({ file, onOpen, onCancel }: OpenSealedProps) {
  const t = useText();
  const { api } = useApp();
  const [passphrase, setPassphrase] = useState("");
  const [step, setStep] = useState<"ask" | "open" | "wrong">("ask");
  const open = async () => {
    setStep("open");
    const text = await toResult(api.openSealed(file, passphrase));
    if (!text.ok || text.value === null) setStep("wrong");
    else onOpen(text.value);
  };
  return (
    <Form className="card form" data-testid="open-sealed" onSubmit={() => void open()}>
      <InputField
        type="password"
        text="data.sealed"
        required
        value={passphrase}
        aria-invalid={step === "wrong"}
        onChange={({ target }) => setPassphrase(target.value)}
      />
      {step === "wrong" && <p role="alert">{t.text("data.sealed-wrong")}</p>}
      <div className="row">
        <Button text="data.sealed-open" type="submit" tone="primary" disabled={step === "open"} />
        <Button tone="quiet" text="action.cancel" onClick={onCancel} />
      </div>
      {step === "open" && <Wait label={t.text("data.wait.read")} />}
    </Form>
  );
}
