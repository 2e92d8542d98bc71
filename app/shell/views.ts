import type { ComponentType } from "react";
import type { MessageKey } from "../messages/catalogue.ts";
import type { ViewProps } from "../parts/frame/page.tsx";
import type { IconName } from "../ui/icon.tsx";
import { loadLater } from "../ui/load-later.tsx";
import { ViewWait } from "./view-wait.tsx";

/** A view beside the chats. */
export interface ViewEntry {
  /** The beginning of its address. */
  readonly name: string;
  /** Null for one that another view leads to: it has no place in the sidebar. */
  readonly icon: IconName | null;
  readonly label: MessageKey;
  readonly View: ComponentType<ViewProps>;
  /** Its addresses are parts of one page: a way from one to another leaves the focus where it is. */
  readonly isOnePage: boolean;
}

/** The views beside the chats, one a line, in the order of the sidebar. */
export const VIEWS: readonly ViewEntry[] = [
  view("memory", "note", "nav.memory", () => import("../views/memory/memory-view.tsx").then((m) => m.MemoryView)),
  view("tasks", "check", "nav.tasks", () => import("../views/tasks/tasks-view.tsx").then((m) => m.TasksView)),
  view("files", "folder", "nav.files", () => import("../views/files/files-view.tsx").then((m) => m.FilesView), true),
  view("models", "chip", "nav.models", () => import("../views/models/models-view.tsx").then((m) => m.ModelsView)),
  view("gym", null, "gym.title", () => import("../views/models/gym-view.tsx").then((m) => m.GymView)),
  view("tools", "wrench", "nav.tools", () => import("../views/tools/tools-view.tsx").then((m) => m.ToolsView)),
  view("runs", "timeline", "nav.runs", () => import("../views/runs/runs-view.tsx").then((m) => m.RunsView)),
  view(
    "settings",
    "sliders",
    "nav.settings",
    () => import("../views/settings/settings-view.tsx").then((m) => m.SettingsView),
    true,
  ),
];

function view(
  name: string,
  icon: IconName | null,
  label: MessageKey,
  load: () => Promise<ComponentType<ViewProps>>,
  isOnePage = false,
): ViewEntry {
  return { name, icon, label, View: loadLater(load, ViewWait), isOnePage };
}
