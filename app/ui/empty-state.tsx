import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

/** The words of an empty list, and how something gets into it. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <span className="empty-niche">
        <Icon name={icon} />
      </span>
      <p className="empty-title">{title}</p>
      {children !== undefined && <p className="quiet">{children}</p>}
    </div>
  );
}
