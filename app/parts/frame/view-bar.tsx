import type { ReactNode } from "react";
import { useApp, useAppState } from "../../state/use-app.ts";
import { IconButton } from "../../ui/button.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { ModelStatus } from "../model/model-status.tsx";

const ModelPicker = loadLater(() => import("../model/model-picker.tsx").then((m) => m.ModelPicker), ModelStatus);

interface ViewBarProps {
  readonly title: ReactNode;
  /** False where something else in the view takes the focus. */
  readonly focusTitle?: boolean;
  readonly children?: ReactNode;
}

/** The line at the top of every view: its name, and where the model stands. */
export function ViewBar({ title, focusTitle = true, children }: ViewBarProps) {
  const { store } = useApp();
  const sidebarOpen = useAppState((state) => state.sidebarOpen);
  const open = () => store.setState({ sidebarOpen: true });
  return (
    <header className="view-bar">
      {!sidebarOpen && <IconButton icon="menu" text="nav.open-sidebar" onClick={open} />}
      <h1 className="view-title" tabIndex={-1} data-view-heading={focusTitle ? "" : undefined}>
        {title}
      </h1>
      <div className="view-bar-end">
        {children}
        <ModelPicker />
      </div>
    </header>
  );
}
