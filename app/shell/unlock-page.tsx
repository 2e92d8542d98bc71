import { useState } from "react";
import type { EncryptionApi } from "../../worker/protocol/api/encryption-api.ts";
import type { Failure } from "../../worker/protocol/failure.ts";
import { useText } from "../messages/use-text.ts";
import { forgetPage } from "../services/page-data.ts";
import { toResult } from "../state/app-state.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { FailureCard } from "../ui/failure-card.tsx";
import { Form, InputField } from "../ui/fields/form.tsx";
import { Fold } from "../ui/fold.tsx";
import { Wait } from "../ui/wait.tsx";

/** Asks for the passphrase before anything of the user's is shown. */
export function UnlockPage({ api, onOpen }: { readonly api: EncryptionApi; readonly onOpen: () => void }) {
  const t = useText();
  const [passphrase, setPassphrase] = useState("");
  const [step, setStep] = useState<"ask" | "open" | "wrong" | Failure>("ask");
  const open = async () => {
    setStep("open");
    const opened = await toResult(api.unlock(passphrase));
    if (!opened.ok) setStep(opened.failure);
    else if (opened.value === "done") onOpen();
    else setStep("wrong");
  };
  /** The way left to someone who has forgotten the passphrase. */
  const remove = async () => {
    const deleted = await toResult(api.deleteLocked());
    if (!deleted.ok) return setStep(deleted.failure);
    await forgetPage();
    location.reload();
  };
  return (
    <main className="unlock" data-testid="unlock">
      <Form className="card form" onSubmit={() => void open()}>
        <h1>{t.text("lock.locked")}</h1>
        <p>{t.text("lock.locked-lead")}</p>
        <InputField
          type="password"
          text="data.passphrase"
          required
          ref={focus}
          value={passphrase}
          aria-invalid={step === "wrong"}
          onChange={({ target }) => setPassphrase(target.value)}
        />
        {step === "wrong" && <p role="alert">{t.text("lock.wrong")}</p>}
        {typeof step === "object" && <FailureCard failure={step} />}
        <div className="row">
          <Button text="lock.open" type="submit" tone="primary" disabled={step === "open"} />
        </div>
        {step === "open" && <Wait label={t.text("lock.wait.open")} />}
        <Fold className="" title={t.text("lock.forgot")}>
          <p className="quiet">{t.text("lock.forgot-note")}</p>
          <div className="row">
            <ConfirmButton
              text="lock.delete"
              tone="danger"
              sure={t.text("lock.delete-sure")}
              onConfirm={() => void remove()}
            />
          </div>
        </Fold>
      </Form>
    </main>
  );
}

function focus(input: HTMLInputElement | null): void {
  input?.focus();
}
