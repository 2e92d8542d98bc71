import { useState } from "react";
import { useText } from "../../../messages/use-text.ts";
import { toResult } from "../../../state/app-state.ts";
import { useApp } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { Form, InputField } from "../../../ui/fields/form.tsx";
import { Wait } from "../../../ui/wait.tsx";

interface OpenSealedProps {
  /** Its text as it was read. */
  readonly file: string;
  readonly onOpen: (text: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the passphrase of a sealed export. */
export function OpenSealed({ file, onOpen, onCancel }: OpenSealedProps) {
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
