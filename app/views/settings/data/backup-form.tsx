import { useState } from "react";
import { useText } from "../../../messages/use-text.ts";
import { canPickFolder, pickFolder, requestFolder } from "../../../services/pick-folder.ts";
import { useRead } from "../../../services/use-read.ts";
import { toResult } from "../../../state/app-state.ts";
import { useApp, useAppState } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox, Form } from "../../../ui/fields/form.tsx";
import { Wait } from "../../../ui/wait.tsx";
import { isUsable, NewPassphrase, NO_WORDS } from "../new-passphrase.tsx";
import { type BackupFolder, type BackupOutcome, BROWSER_PLACE, writeBackup } from "./backup-folder.ts";
import { LastBackup } from "./last-backup.tsx";

/** Connects a folder of the disk into which a backup is written once a day. */
export function BackupForm() {
  const t = useText();
  const { api, store, texts, models } = useApp();
  const backup = useAppState((state) => state.settings.backup) ?? null;
  const [words, setWords] = useState(NO_WORDS);
  const [picked, setPicked] = useState<BackupFolder | null>(null);
  const [isSealed, setSealed] = useState(true);
  const [outcome, setOutcome] = useState<BackupOutcome | "busy" | null>(null);
  const folder = useRead(() => BROWSER_PLACE.read().catch(() => null), [backup]);
  const write = async (): Promise<void> => {
    setOutcome("busy");
    const { settings } = store.getState();
    setOutcome(await writeBackup({ api, settings, texts, place: BROWSER_PLACE, now: new Date() }, true));
  };
  const begin = async (place: BackupFolder): Promise<void> => {
    setOutcome("busy");
    const key = isSealed ? await toResult(api.makeSealingKey(words.first)) : ({ ok: true, value: null } as const);
    if (!key.ok) return setOutcome("failed");
    await BROWSER_PLACE.write(place);
    await models.changeSettings({ backup: { key: key.value } });
    setPicked(null);
    setWords(NO_WORDS);
    await write();
  };
  const again = async (known: BackupFolder): Promise<void> => {
    if (await requestFolder(known, "readwrite")) await write();
    else setOutcome("asks");
  };
  const stop = async (): Promise<void> => {
    await BROWSER_PLACE.write(null);
    await models.changeSettings({ backup: null });
    setOutcome(null);
  };
  const known = folder !== undefined && backup !== null ? folder : null;
  const busy = outcome === "busy";
  return (
    <section className="field data-part" aria-label={t.text("backup.title")} data-testid="backup">
      <h2>{t.text("backup.title")}</h2>
      {known === null && <p className="quiet">{t.text(canPickFolder() ? "backup.note" : "backup.no-folders")}</p>}
      <LastBackup />
      {known === null && picked === null && canPickFolder() && (
        <div className="row">
          <Button
            text="backup.connect"
            onClick={() => void pickFolder("readwrite").then((place) => setPicked(place as BackupFolder | null))}
          />
        </div>
      )}
      {known === null && picked !== null && (
        <Form onSubmit={() => void begin(picked)}>
          <Checkbox text="backup.seal" value={isSealed} onChange={setSealed} />
          {isSealed ? (
            <NewPassphrase note="backup.seal-note" words={words} onChange={setWords} />
          ) : (
            <p role="status">{t.text("backup.plain")}</p>
          )}
          <div className="row">
            <Button
              text="backup.begin"
              type="submit"
              tone="primary"
              disabled={busy || (isSealed && !isUsable(words))}
            />
            <Button text="action.cancel" tone="quiet" disabled={busy} onClick={() => setPicked(null)} />
          </div>
        </Form>
      )}
      {known !== null && (
        <>
          <p>{t.text(backup?.key ? "backup.sealed" : "backup.readable", { folder: known.name })}</p>
          <div className="row">
            <Button text="backup.now" disabled={busy} onClick={() => void again(known)} />
            <Button text="backup.stop" tone="quiet" disabled={busy} onClick={() => void stop()} />
          </div>
        </>
      )}
      {busy && <Wait label={t.text("data.wait.export")} />}
      <p role="status">
        {outcome === "written" && t.text("backup.written")}
        {outcome === "failed" && t.text("backup.failed")}
        {outcome === "asks" && t.text("backup.asks")}
      </p>
    </section>
  );
}
