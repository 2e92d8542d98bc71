import { useText } from "../../messages/use-text.ts";
import type { Notice } from "../../state/live-run.ts";

/** Notices about how a run went, in the user's language where the page has words for them. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  const t = useText();
  if (notices.length === 0) return null;
  const texts = notices.map(({ text, kind }) => (kind === undefined ? "" : t.text(`notice.${kind}`)) || text);
  return (
    <ul className="notices">
      {[...new Set(texts)].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
