import type { ReactNode } from "react";
import { ViewBar } from "./view-bar.tsx";
import "../../styles/views.css";
import "../../styles/tools.css";
import "../../styles/runs.css";
import "../../styles/settings.css";

interface PageProps extends ViewFrame {
  readonly title: string;
  /** One sentence on what the view is for. */
  readonly lead: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every view but the chat: a heading, a sentence, and the content in one column. */
export function Page({ title, lead, actions, children, ...frame }: PageProps) {
  return (
    <div className="page">
      <ViewBar title={title} {...frame} />
      <div className="page-scroll">
        <div className="page-content">
          <div className="page-lead">
            <p>{lead}</p>
            {actions}
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}

/** Props that the shell gives every view for its top bar. */
export interface ViewFrame {
  readonly sidebarOpen: boolean;
  readonly onOpenSidebar: () => void;
}

/** Props of a view beside the chats: its frame, and the rest of its address. */
export interface ViewProps extends ViewFrame {
  /** The address behind the view's name. */
  readonly rest: string;
  /** A piece of text to show. */
  readonly find: string;
}
