import { useEffect, useState } from "react";
import type { EncryptionOutcome } from "../../../worker/protocol/api/encryption-api.ts";
import type { Failure, Result } from "../../../worker/protocol/failure.ts";
import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { followLock, LOCK_CHOICES, lock, readLockAfter, writeLockAfter } from "../../services/lock.ts";
import { forgetDrafts } from "../../services/page-data.ts";
import { toResult } from "../../state/app-state.ts";
import { ENCRYPTED } from "../../state/text-store.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Form, InputField, Options } from "../../ui/fields/form.tsx";
import { Setting } from "../../ui/fields/setting-fields.tsx";
import { Wait } from "../../ui/wait.tsx";
import { isUsable, NewPassphrase, NO_WORDS } from "./new-passphrase.tsx";
import { PermissionsSection } from "./permissions-section.tsx";

/** The result of the last change. */
type Step =
  | { readonly type: "wait"; readonly label: MessageKey }
  | { readonly type: "said"; readonly text: MessageKey; readonly isAlert: boolean }
  | { readonly type: "failed"; readonly failure: Failure };

/** Does a change, says how it ended, and answers whether it was done. */
type Change = (wait: MessageKey, done: MessageKey, work: () => Promise<Result<EncryptionOutcome>>) => Promise<boolean>;

/** Encrypts what is stored, or locks, changes or ends that. */
export function PrivacySettings() {
  const t = useText();
  const { api, texts } = useApp();
  const phase = useAppState((state) => state.phase);
  const [isEncrypted, setEncrypted] = useState<boolean>();
  const [step, setStep] = useState<Step>();
  useEffect(() => {
    if (phase !== "ready") return;
    void api.readEncryption().then((state) => {
      if (state === "off") texts.write(ENCRYPTED, "");
      setEncrypted(state !== "off");
    });
  }, [api, phase, texts]);
  const change: Change = async (wait, done, work) => {
    setStep({ type: "wait", label: wait });
    const changed = await toResult(work());
    if (!changed.ok) setStep({ type: "failed", failure: changed.failure });
    else if (changed.value === "done") setStep({ type: "said", text: done, isAlert: false });
    else {
      const text = changed.value === "other-tab" ? "lock.other-tab" : "lock.wrong";
      setStep({ type: "said", text, isAlert: true });
    }
    const isDone = changed.ok && changed.value === "done";
    const now = (await api.readEncryption()) !== "off";
    texts.write(ENCRYPTED, now ? t.code : "");
    if (now) forgetDrafts();
    setEncrypted(now);
    return isDone;
  };
  const isBusy = step?.type === "wait";
  return (
    <>
      {isEncrypted === false && <Encrypt isBusy={isBusy} change={change} />}
      {isEncrypted === true && (
        <>
          <div className="field">
            <h2>{t.text("lock.title")}</h2>
            <p>{t.text("lock.on")}</p>
            <p className="quiet">{t.text("lock.not")}</p>
            <div className="row">
              <Button text="lock.lock" tone="primary" disabled={isBusy} onClick={lock} />
            </div>
            <p className="quiet">{t.text("lock.lock-note")}</p>
          </div>
          <LockAfter />
          <ChangePassphrase isBusy={isBusy} change={change} />
          <TurnOff isBusy={isBusy} change={change} />
        </>
      )}
      <PermissionsSection />
      {step?.type === "wait" && <Wait label={t.text(step.label)} />}
      {step?.type === "said" && <p role={step.isAlert ? "alert" : "status"}>{t.text(step.text)}</p>}
      {step?.type === "failed" && <FailureCard failure={step.failure} />}
    </>
  );
}

interface PartProps {
  readonly isBusy: boolean;
  readonly change: Change;
}

function LockAfter() {
  const t = useText();
  const { texts } = useApp();
  const toText = (minutes: number) =>
    minutes === 0
      ? t.text("lock.after-never")
      : new Intl.NumberFormat(t.code, { style: "unit", unit: "minute", unitDisplay: "long" }).format(minutes);
  return (
    <Setting label={t.text("lock.after")} note={t.text("lock.after-note")}>
      {(id) => (
        <select
          id={id}
          defaultValue={readLockAfter(texts)}
          onChange={(event) => writeLockAfter(texts, Number(event.target.value))}
        >
          <Options of={LOCK_CHOICES} toText={toText} />
        </select>
      )}
    </Setting>
  );
}

function Encrypt({ isBusy, change }: PartProps) {
  const t = useText();
  const { api, store, texts } = useApp();
  const [words, setWords] = useState(NO_WORDS);
  return (
    <Form
      className="field"
      data-testid="encrypt"
      onSubmit={() => {
        void change("lock.wait.encrypt", "lock.on", () => api.encrypt(words.first)).then((isDone) => {
          if (isDone) followLock(texts, () => store.getState());
        });
      }}
    >
      <h2>{t.text("lock.title")}</h2>
      <p className="quiet">{t.text("lock.lead")}</p>
      <p className="quiet">{t.text("lock.not")}</p>
      <NewPassphrase note="lock.forgotten" words={words} onChange={setWords} />
      <div className="row">
        <Button text="lock.encrypt" type="submit" tone="primary" disabled={isBusy || !isUsable(words)} />
      </div>
    </Form>
  );
}

function ChangePassphrase({ isBusy, change }: PartProps) {
  const t = useText();
  const { api } = useApp();
  const [current, setCurrent] = useState("");
  const [words, setWords] = useState(NO_WORDS);
  const submit = async () => {
    if (!(await change("lock.wait.encrypt", "lock.changed", () => api.changePassphrase(current, words.first)))) return;
    setCurrent("");
    setWords(NO_WORDS);
  };
  return (
    <Form className="field data-part" data-testid="change-passphrase" onSubmit={() => void submit()}>
      <h2>{t.text("lock.change")}</h2>
      <InputField
        type="password"
        text="lock.current"
        value={current}
        onChange={({ target }) => setCurrent(target.value)}
      />
      <NewPassphrase note="lock.forgotten" words={words} onChange={setWords} />
      <div className="row">
        <Button text="lock.change" type="submit" disabled={isBusy || current === "" || !isUsable(words)} />
      </div>
    </Form>
  );
}

function TurnOff({ isBusy, change }: PartProps) {
  const t = useText();
  const { api } = useApp();
  const [current, setCurrent] = useState("");
  return (
    <Form
      className="field data-part"
      data-testid="turn-off"
      onSubmit={() => void change("lock.wait.decrypt", "lock.off", () => api.decrypt(current))}
    >
      <h2>{t.text("lock.turn-off")}</h2>
      <p className="quiet">{t.text("lock.turn-off-note")}</p>
      <InputField
        type="password"
        text="lock.current"
        value={current}
        onChange={({ target }) => setCurrent(target.value)}
      />
      <div className="row">
        <Button text="lock.turn-off" type="submit" tone="danger" disabled={isBusy || current === ""} />
      </div>
    </Form>
  );
}
