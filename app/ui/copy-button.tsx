import { useEffect, useState } from "react";
import type { MessageKey } from "../messages/catalogue.ts";
import { useText } from "../messages/use-text.ts";
import { IconButton } from "./button.tsx";
import { withoutHidden } from "./trust/reveal-hidden.ts";

/** Copies a text, without hidden characters, and says so for a moment. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: MessageKey }) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      icon={copied ? "check" : "copy"}
      label={t.text(copied ? "action.copied" : label)}
      onClick={() =>
        void navigator.clipboard.writeText(withoutHidden(text)).then(
          () => setCopied(true),
          () => {},
        )
      }
    />
  );
}
