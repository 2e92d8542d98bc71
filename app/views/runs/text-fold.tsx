import { useState } from "react";
import { useText } from "../../messages/use-text.ts";
import { CopyButton } from "../../ui/copy-button.tsx";

/** A long text under its title, folded. */
export function TextFold({ title, text }: { readonly title: string; readonly text: string }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && (
        <div className="fold-body">
          <CopyButton text={text} label={t.text("action.copy")} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, so the keyboard has to reach it */}
          <pre className="long-text" tabIndex={0} dir="auto">
            {text}
          </pre>
        </div>
      )}
    </details>
  );
}
