import { type ComponentProps, useState } from "react";
import { useText } from "../messages/use-text.ts";
import { Button } from "./button.tsx";

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, "onClick"> {
  /** The words of the second button, which does it. */
  readonly sure: string;
  /** The question before it, where the buttons do not say it all. */
  readonly question?: string;
  readonly onConfirm: () => void;
}

/** A button for what cannot be undone: it asks once more. */
export function ConfirmButton({ sure, question, onConfirm, ...button }: ConfirmButtonProps) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  if (!asking) return <Button {...button} onClick={() => setAsking(true)} />;
  const small = button.small === true;
  const confirm = () => {
    setAsking(false);
    onConfirm();
  };
  return (
    <span className="row" role={question === undefined ? undefined : "alert"}>
      {question !== undefined && <span>{question}</span>}
      <Button small={small} tone="danger" onClick={confirm}>
        {sure}
      </Button>
      <Button small={small} tone="quiet" onClick={() => setAsking(false)}>
        {t.text("action.cancel")}
      </Button>
    </span>
  );
}
