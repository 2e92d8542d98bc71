import type { MessageKey } from "../messages/catalogue.ts";
import { useText } from "../messages/use-text.ts";
import { Icon, type IconName } from "./icon.tsx";

interface EmptyStateProps {
  readonly icon: IconName;
  readonly text: MessageKey;
  /** How something gets into it. */
  readonly how?: MessageKey;
}

/** The words of an empty list. */
export function EmptyState({ icon, text, how }: EmptyStateProps) {
  const t = useText();
  return (
    <div className="empty">
      <span className="empty-niche">
        <Icon name={icon} />
      </span>
      <p className="empty-title">{t.text(text)}</p>
      {how && <p className="quiet">{t.text(how)}</p>}
    </div>
  );
}
