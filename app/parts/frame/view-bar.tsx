import type { ReactNode } from "react";
import { useText } from "../../messages/use-text.ts";
import { IconButton } from "../../ui/button.tsx";
import { ModelStatus } from "../model/model-status.tsx";
import type { ViewFrame } from "./page.tsx";

interface ViewBarProps extends ViewFrame {
  readonly title: ReactNode;
  /** False where something else in the view takes the focus. */
  readonly focusTitle?: boolean;
  readonly children?: ReactNode;
}

/** The line at the top of every view: its name, and where the model stands. */
export function ViewBar({ title, focusTitle = true, sidebarOpen, onOpenSidebar, children }: ViewBarProps) {
  const t = useText();
  return (
    <header className="view-bar">
      {!sidebarOpen && <IconButton icon="menu" label={t.text("nav.open-sidebar")} onClick={onOpenSidebar} />}
      <h1 className="view-title" tabIndex={-1} data-view-heading={focusTitle ? "" : undefined}>
        {title}
      </h1>
      <div className="view-bar-end">
        {children}
        <ModelStatus />
      </div>
    </header>
  );
}
