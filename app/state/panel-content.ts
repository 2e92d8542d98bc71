import type { ConversationId } from "../../worker/protocol/ids.ts";
import type { ToolOutcome } from "../../worker/protocol/tool.ts";
import type { WorkspaceId } from "../../worker/protocol/workspaces/workspace.ts";

/** A script, or a query, with the files it works with. */
export interface Script {
  readonly language: "javascript" | "sql";
  readonly code: string;
  readonly files: readonly string[];
}

/** The content of the panel beside the view. */
export type PanelContent =
  | {
      readonly type: "script";
      readonly script: Script;
      /** Its result when it was run last. */
      readonly outcome?: ToolOutcome | undefined;
      /** Whose attached files it may use. */
      readonly conversationId?: ConversationId | undefined;
    }
  /** The table or chart of a call. */
  | { readonly type: "result"; readonly outcome: ToolOutcome }
  /** A file of the user's folders. */
  | { readonly type: "file"; readonly workspaceId: WorkspaceId; readonly path: string };

/** Opens the panel, or fills it anew; null closes it. */
export function showPanel(
  { store }: { readonly store: { setState(change: { readonly panel: PanelContent | null }): void } },
  panel: PanelContent | null,
): void {
  store.setState({ panel });
}

/** A script or query to write, with the files it works with. */
export function toEmptyScript(
  language: Script["language"],
  files: readonly string[] = [],
  conversationId?: ConversationId,
): PanelContent {
  return { type: "script", script: { language, code: "", files }, conversationId };
}
