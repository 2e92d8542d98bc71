import type { ReactNode } from "react";
import { ViewBar } from "./view-bar.tsx";
import "../../styles/views.css";
import "../../styles/tools.css";
import "../../styles/runs.css";
import "../../styles/settings.css";

interface PageProps {
  readonly title: string;
  /** One sentence on what the view is for. */
  readonly lead?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every view but the chat: a heading, a sentence, and the content in one column. */
export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <div className="page">
      <ViewBar title={title} />
      <div className="page-scroll">
        <div className="page-content">
          <div className="page-lead">
            {lead !== undefined && <p>{lead}</p>}
            {actions}
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}

/** Props of a view beside the chats: the rest of its address. */
export interface ViewProps {
  /** The address behind the view's name. */
  readonly rest: string;
  /** A piece of text to show. */
  readonly find: string;
}
