import { type ReactElement, useId, useState } from "react";
import type { Failure } from "../../../worker/protocol/failure.ts";
import { toExportOptions } from "../../boot/page-data.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { Button } from "../../ui/button.tsx";
import { downloadText, toDay } from "../../ui/download-text.ts";
import { Wait } from "../../ui/wait.tsx";
import { useApp } from "../../use-app.ts";
import { MIN_PASSPHRASE, sealText } from "./sealed-file.ts";

interface ExportFormProps {
  readonly onFailure: (failure: Failure | null) => void;
}

/** Everything as one file, readable or sealed with a passphrase. */
export function ExportForm({ onFailure }: ExportFormProps): ReactElement {
  const t = useText();
  const { api } = useApp();
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [writing, setWriting] = useState(false);
  const [withKeys, setWithKeys] = useState(false);
  const [isSealed, setSealed] = useState(false);
  const [words, setWords] = useState({ first: "", again: "" });
  const isReady = !isSealed || (words.first.length >= MIN_PASSPHRASE && words.first === words.again);
  const download = async () => {
    setWriting(true);
    const exported = await toResult(api.exportEverything(toExportOptions(withKeys)));
    if (exported.ok) {
      const text = new TextDecoder().decode(exported.value.bytes);
      const sealed = await toResult(seal(text, isSealed ? words.first : null));
      onFailure(sealed.ok ? null : sealed.failure);
      if (sealed.ok) {
        setLeftOut(exported.value.leftOut.map(({ kind, id }) => `${kind} ${id}`));
        const name = `alcove-export-${toDay(new Date())}${isSealed ? ".sealed" : ""}.json`;
        downloadText(name, sealed.value, "application/json");
        setWords({ first: "", again: "" });
      }
    } else onFailure(exported.failure);
    setWriting(false);
  };
  return (
    <>
      <label className="choice">
        <input type="checkbox" checked={withKeys} onChange={(event) => setWithKeys(event.target.checked)} />
        <span>{t.text("data.with-keys")}</span>
      </label>
      <label className="choice">
        <input type="checkbox" checked={isSealed} onChange={(event) => setSealed(event.target.checked)} />
        <span>{t.text("data.seal")}</span>
      </label>
      {isSealed && <NewPassphrase words={words} onChange={setWords} />}
      <div className="row">
        <Button disabled={writing || !isReady} onClick={() => void download()}>
          {t.text("data.export")}
        </Button>
      </div>
      {writing && <Wait label={t.text("data.wait.export")} />}
      {leftOut.length > 0 && (
        <p role="alert">{t.count("data.left-out", leftOut.length, { names: leftOut.join(", ") })}</p>
      )}
    </>
  );
}

async function seal(text: string, passphrase: string | null) {
  return { ok: true, value: passphrase === null ? text : await sealText(text, passphrase) } as const;
}

interface Words {
  readonly first: string;
  readonly again: string;
}

interface NewPassphraseProps {
  readonly words: Words;
  readonly onChange: (words: Words) => void;
}

/** A passphrase, twice, and what losing it means before it is used. */
function NewPassphrase({ words, onChange }: NewPassphraseProps): ReactElement {
  const t = useText();
  const id = useId();
  const fault =
    words.first !== "" && words.first.length < MIN_PASSPHRASE
      ? t.text("data.seal-short", { count: MIN_PASSPHRASE })
      : words.again !== "" && words.first !== words.again
        ? t.text("data.seal-differs")
        : "";
  return (
    <div className="field" data-testid="new-passphrase">
      <p id={`${id}-note`} className="quiet">
        {t.text("data.seal-note")}
      </p>
      {(["first", "again"] as const).map((name) => (
        <label key={name} className="field">
          <span>{t.text(name === "first" ? "data.passphrase" : "data.passphrase-again")}</span>
          <input
            type="password"
            autoComplete="new-password"
            aria-describedby={`${id}-note ${id}-fault`}
            value={words[name]}
            onChange={(event) => onChange({ ...words, [name]: event.target.value })}
          />
        </label>
      ))}
      <p id={`${id}-fault`} role="status">
        {fault}
      </p>
    </div>
  );
}
