import { useCallback, useState } from "react";
import { isSealedText } from "../../../../worker/protocol/encryption/sealed-format.ts";
import { HISTORY_APPS, type HistoryOrigin } from "../../../../worker/protocol/history.ts";
import { ARCHIVE_KINDS, type ImportMode, type ImportPreview } from "../../../../worker/protocol/stored-data.ts";
import { useText } from "../../../messages/use-text.ts";
import type { Faults, Report } from "../../../parts/frame/use-faults.tsx";
import { takePageData } from "../../../services/page-data.ts";
import { toResult } from "../../../state/app-state.ts";
import { useApp, useAppState } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm-button.tsx";
import { Field, Form, InputField } from "../../../ui/fields/form.tsx";
import { OwnFileChoice } from "../../../ui/fields/own-file-choice.tsx";
import { Choice } from "../../../ui/fields/setting-fields.tsx";
import { revealName } from "../../../ui/trust/reveal-look-alikes.ts";
import { Wait } from "../../../ui/wait.tsx";
import { HistoryForm } from "./history-form.tsx";
import { ImportedParts } from "./imported-parts.tsx";

interface ImportFormProps {
  readonly faults: Pick<Faults, "report" | "clear">;
  readonly onDone: () => void;
}

/** The beginning of a file, in which this app's own say what they are. */
const HEAD_BYTES = 4_096;
const OWN_FORMAT = '"alcove-';

type OpenedFile =
  | { readonly type: "history"; readonly file: File }
  | { readonly type: "sealed"; readonly text: string }
  /** `isOwn` is null until the user has said it. */
  | { readonly type: "backup"; readonly text: string; readonly preview: ImportPreview; readonly isOwn: boolean | null };

/** Takes a backup in, after saying what is in it and asking whose it is, and the chats that another app exported. */
export function ImportForm({ faults: { report, clear }, onDone }: ImportFormProps) {
  const t = useText();
  const { api } = useApp();
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  const close = () => setOpened(null);
  const closeHistory = useCallback(() => setOpened((now) => (now?.type === "history" ? null : now)), []);
  const [step, setStep] = useState<"read" | "import" | null>(null);
  const read = async (text: string, mode: ImportMode, isOwn: boolean | null) => {
    setOpened((now) => (now?.type === "backup" ? { ...now, isOwn } : null));
    setStep("read");
    const preview = await report(api.previewImport(text, mode, isOwn === true));
    setStep(null);
    setOpened(preview ? { type: "backup", text, preview, isOwn } : null);
  };
  const open = async (file: File) => {
    clear();
    close();
    if (!(await file.slice(0, HEAD_BYTES).text()).includes(OWN_FORMAT)) return setOpened({ type: "history", file });
    const text = await file.text();
    if (isSealedText(text)) setOpened({ type: "sealed", text });
    else await read(text, "merge", null);
  };
  const take = async (file: string, contents: ImportPreview, own: boolean) => {
    setStep("import");
    const imported = await report(api.importEverything(file, contents.mode, own));
    setStep(null);
    close();
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
      {opened?.type === "history" && (
        <HistoryForm
          key={opened.file.lastModified + opened.file.name}
          file={opened.file}
          report={report}
          onClose={closeHistory}
        />
      )}
      <ImportedHistories report={report} />
      {opened?.type === "sealed" && (
        <OpenSealed file={opened.text} onCancel={close} onOpen={(content) => void read(content, "merge", null)} />
      )}
      {opened?.type === "backup" && (
        <div className="card form" data-testid="import-preview">
          <OwnFileChoice isOwn={opened.isOwn} onChange={(own) => void read(opened.text, opened.preview.mode, own)} />
          <Choice
            text="data.mode"
            value={opened.preview.mode}
            of={["merge", "replace"]}
            toText={(mode) => t.text(`data.mode.${mode}`)}
            disabled={step === "import"}
            onPick={(mode) => void read(opened.text, mode, opened.isOwn)}
          />
          <ul>
            {ARCHIVE_KINDS.map((kind) => (
              <li key={kind} data-kind={kind}>
                {t.text(`data.kind.${kind}`)}: {t.text("data.counts", { ...opened.preview.counts[kind] })}
              </li>
            ))}
            <ImportedParts preview={opened.preview} />
          </ul>
          {opened.preview.permissionsDropped > 0 && (
            <p data-testid="permissions-dropped">{t.count("data.permissions", opened.preview.permissionsDropped)}</p>
          )}
          <div className="row">
            <Button
              text="data.import-now"
              tone="primary"
              disabled={opened.isOwn === null || step !== null}
              onClick={() => opened.isOwn !== null && void take(opened.text, opened.preview, opened.isOwn)}
            />
            <Button text="action.cancel" tone="quiet" disabled={step === "import"} onClick={close} />
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

interface Imported extends HistoryOrigin {
  readonly chats: number;
}

/** The files of other apps whose chats are here, each to be taken out again. */
function ImportedHistories({ report }: { readonly report: Report }) {
  const t = useText();
  const { api } = useApp();
  const conversations = useAppState((state) => state.conversations);
  const [note, setNote] = useState<string | null>(null);
  const imports = new Map<number, Imported>();
  for (const { history } of conversations) {
    if (history !== undefined)
      imports.set(history.at, { ...history, chats: (imports.get(history.at)?.chats ?? 0) + 1 });
  }
  const takeOut = async (at: number) => {
    const done = await report(api.takeOutHistory(at));
    if (!done) return;
    const { removed, kept } = done;
    setNote(`${t.count("history.taken", removed)}${kept > 0 ? ` ${t.count("history.kept", kept)}` : ""}`);
  };
  return (
    <>
      {note !== null && <p role="status">{note}</p>}
      {[...imports.values()].map(({ at, app, file, chats }) => (
        <div className="row" key={at} data-testid="imported-history">
          <span>
            {HISTORY_APPS[app]}, {revealName(file)}: {t.count("history.here", chats, { date: t.date(at) })}
          </span>
          <ConfirmButton
            small
            tone="quiet"
            text="history.take-out"
            sure={t.text("history.take-out-sure")}
            onConfirm={() => void takeOut(at)}
          />
        </div>
      ))}
    </>
  );
}
