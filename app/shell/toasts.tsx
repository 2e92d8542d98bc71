import { useText } from "../messages/use-text.ts";
import { useApp, useAppState } from "../state/use-app.ts";
import { Button, IconButton } from "../ui/button.tsx";

/** The short messages at the bottom, read out politely. */
export function Toasts() {
  const { toasts } = useApp();
  const shown = useAppState((state) => state.toasts);
  const t = useText();
  return (
    <div className="toasts" role="status">
      {shown.map((toast) => (
        <div className="toast" key={toast.key}>
          <span>{t.text(toast.text, toast.values)}</span>
          {toast.undo && <Button text={toast.action ?? "action.undo"} small tone="quiet" onClick={toast.undo} />}
          <IconButton icon="close" text="action.dismiss" onClick={() => toasts.dismiss(toast.key)} />
        </div>
      ))}
    </div>
  );
}
