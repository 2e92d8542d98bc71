import type { ReactNode } from "react";
import { useText } from "../../messages/use-text.ts";
import { PLACES } from "./places.ts";
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
  /** The address by which it is one of a row of tabs; absent for a page that stands alone. */
  readonly tab?: string;
  readonly children: ReactNode;
}

/** The frame of every view but the chat: a heading, a sentence, and the content in one column. */
export function Page({ title, lead, actions, tab, children }: PageProps) {
  return (
    <div className="page">
      <ViewBar title={title} />
      <div className="page-scroll">
        <div className="page-content">
          {tab !== undefined && <Tabs current={tab} />}
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

function Tabs({ current }: { readonly current: string }) {
  const t = useText();
  const row = PLACES.find(({ address }) => address === current)?.row;
  return (
    <nav className="tabs" aria-label={t.text("settings.sections")}>
      {PLACES.filter((place) => place.row === row).map(({ address, label }) => (
        <a
          key={address}
          href={`#/${address}`}
          aria-current={address === current ? "page" : undefined}
          ref={address === current ? showTab : null}
        >
          {t.text(label)}
        </a>
      ))}
    </nav>
  );
}

/** Where the tabs do not all fit, the current one is in view. */
function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ inline: "center", block: "nearest" });
}

/** Props of a view beside the chats: the rest of its address. */
export interface ViewProps {
  /** The address behind the view's name. */
  readonly rest: string;
  /** A piece of text to show. */
  readonly find: string;
}
