import { useState } from "react";
import { useText } from "../../../messages/use-text.ts";
import type { Report } from "../../../parts/frame/use-faults.tsx";
import { toExportOptions } from "../../../services/page-data.ts";
import { ENCRYPTED } from "../../../state/text-store.ts";
import { useApp } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { downloadText, toDay } from "../../../ui/download.ts";
import { Checkbox } from "../../../ui/fields/form.tsx";
import { Wait } from "../../../ui/wait.tsx";
import { isUsable, NewPassphrase, NO_WORDS } from "../new-passphrase.tsx";

/** Everything as one file, readable or sealed with a passphrase. */
export function ExportForm({ report }: { readonly report: Report }) {
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
