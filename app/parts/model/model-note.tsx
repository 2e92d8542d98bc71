import type { ModelEntry } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";

/** Facts to know of a model before it is asked. */
export function ModelNote({ model: { note, unpromised } }: { readonly model: ModelEntry }) {
  const t = useText();
  const toName = (code: string): string => new Intl.DisplayNames(t.code, { type: "language" }).of(code) ?? code;
  return (
    <>
      {note !== undefined && <p>{t.text(`models.note.${note}`)}</p>}
      {unpromised !== undefined && <p>{t.text("models.unpromised", { language: toName(unpromised) })}</p>}
    </>
  );
}
