import { type ComponentProps, useState } from "react";
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
      <Button text="action.cancel" small={small} tone="quiet" onClick={() => setAsking(false)} />
    </span>
  );
}
