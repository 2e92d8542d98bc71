import { useText } from "../messages/use-text.ts";
import { Button } from "./button.tsx";

/** The end of a form: leave it as it was, or save. */
export function FormEnd({ onCancel }: { readonly onCancel: () => void }) {
  const t = useText();
  return (
    <div className="row row-end">
      <Button tone="quiet" onClick={onCancel}>
        {t.text("action.cancel")}
      </Button>
      <Button tone="primary" type="submit">
        {t.text("action.save")}
      </Button>
    </div>
  );
}
