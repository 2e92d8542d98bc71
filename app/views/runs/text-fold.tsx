import { CopyButton } from "../../ui/copy-button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { LongText } from "../../ui/long-text.tsx";

/** A long text under its title, folded. */
export function TextFold({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Fold title={title}>
      {() => (
        <div className="fold-body">
          <CopyButton text={text} label="action.copy" />
          <LongText text={text} />
        </div>
      )}
    </Fold>
  );
}
