import { useState } from "react";
import type { FilesRead as Read } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";

/** Which passages of its long files an answer was given, and their words on a press. */
export function FilesRead({ read }: { readonly read: Read }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="quiet" data-testid="files-read" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {read.files.map(({ name, passages, total }) => (
          <span key={name} dir="auto">
            {t.count("chat.files-read", passages.length, {
              name,
              places: passages.join(", "),
              total: t.number(total),
            })}{" "}
          </span>
        ))}
      </summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, so the keyboard has to reach it
        <pre className="long-text" tabIndex={0} dir="auto">
          {read.text}
        </pre>
      )}
    </details>
  );
}
