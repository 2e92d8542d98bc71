import "../../../styles/source-mark.css";
import { useText } from "../../../messages/use-text.ts";
import type { DraftSource } from "../../../state/composer/composer-state.ts";
import { Button } from "../../../ui/button.tsx";

/** Says that a draft holds text from outside, and lets the user call it their own words. */
export function SourceMark({ source, onOwn }: { readonly source: DraftSource; readonly onOwn: () => void }) {
  const t = useText();
  return (
    <div className="source-mark" role="status" data-testid="source-mark">
      <p>{t.text(`composer.source-${source}`)}</p>
      <Button text="composer.own-words" small onClick={onOwn} />
    </div>
  );
}
