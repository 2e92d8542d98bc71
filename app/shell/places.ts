import type { MessageKey } from "../messages/catalogue.ts";
import type { IconName } from "../ui/icon.tsx";

/** The views beside the chats. */
export const PLACES: readonly { readonly hash: string; readonly icon: IconName; readonly label: MessageKey }[] = [
  { hash: "#/memory", icon: "note", label: "nav.memory" },
  { hash: "#/tasks", icon: "check", label: "nav.tasks" },
  { hash: "#/files", icon: "folder", label: "nav.files" },
  { hash: "#/models", icon: "chip", label: "nav.models" },
  { hash: "#/tools", icon: "wrench", label: "nav.tools" },
  { hash: "#/runs", icon: "timeline", label: "nav.runs" },
  { hash: "#/settings/appearance", icon: "sliders", label: "nav.settings" },
];
