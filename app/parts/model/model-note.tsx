import type { ModelEntry } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { TextLink } from "../../ui/button.tsx";
import { isBrowsersOwn } from "./has-stored-files.ts";

/** The rules that Chrome's documentation has everybody keep to who asks its model. */
const TERMS = "https://policies.google.com/terms/generative-ai/use-policy";

/** Facts to know of a model before it is asked. */
export function ModelNote({ model }: { readonly model: ModelEntry }) {
  const t = useText();
  const { note, unpromised } = model;
  const toName = (code: string): string => new Intl.DisplayNames(t.code, { type: "language" }).of(code) ?? code;
  return (
    <>
      {note !== undefined && <p>{t.text(`models.note.${note}`)}</p>}
      {isBrowsersOwn(model) && note !== "browser-unknown" && (
        <p>
          <TextLink text="models.terms.browser" href={TERMS} target="_blank" rel="noopener noreferrer" />
        </p>
      )}
      {unpromised !== undefined && <p>{t.text("models.unpromised", { language: toName(unpromised) })}</p>}
    </>
  );
}
