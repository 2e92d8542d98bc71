import type { MessageKey } from "../../messages/catalogue.ts";

/** A page beside the chats, or a part of the settings. */
export interface Place {
  readonly address: string;
  readonly label: MessageKey;
  /** Places of one row are tabs of each other. */
  readonly row: "notes" | "files" | "settings";
}

/** All that can be gone to by its name, in the order of the tabs. */
export const PLACES: readonly Place[] = [
  { address: "memory", label: "nav.memory", row: "notes" },
  { address: "tasks", label: "nav.tasks", row: "notes" },
  { address: "waiting", label: "nav.waiting", row: "notes" },
  { address: "projects", label: "nav.projects", row: "notes" },
  { address: "files", label: "nav.files", row: "files" },
  { address: "settings/general", label: "settings.general", row: "settings" },
  { address: "models", label: "nav.models", row: "settings" },
  { address: "tools", label: "nav.tools", row: "settings" },
  { address: "runs", label: "nav.runs", row: "settings" },
  { address: "settings/connections", label: "settings.connections", row: "settings" },
  { address: "settings/privacy", label: "settings.privacy", row: "settings" },
  { address: "settings/data", label: "settings.data", row: "settings" },
  { address: "settings/about", label: "settings.about", row: "settings" },
  { address: "settings/developer", label: "settings.developer", row: "settings" },
];
