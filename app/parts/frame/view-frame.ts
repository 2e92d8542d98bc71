/** What the shell gives every view for its top bar. */
export interface ViewFrame {
  readonly sidebarOpen: boolean;
  readonly onOpenSidebar: () => void;
}

/** What a view beside the chats is given: its frame, and what its address says. */
export interface ViewProps extends ViewFrame {
  /** What stands behind the view's name. */
  readonly rest: string;
  /** A piece of text to show. */
  readonly find: string;
}
