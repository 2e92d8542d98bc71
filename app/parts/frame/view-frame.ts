/** What the shell gives every view for its top bar. */
export interface ViewFrame {
  readonly sidebarOpen: boolean;
  readonly onOpenSidebar: () => void;
}
