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
