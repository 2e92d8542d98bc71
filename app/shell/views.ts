import type { ComponentType } from "react";
import type { ViewProps } from "../parts/frame/page.tsx";
import { loadLater } from "../ui/load-later.tsx";
import { ViewWait } from "./view-wait.tsx";

/** A view beside the chats. */
export interface ViewEntry {
  /** The beginning of its address. */
  readonly name: string;
  readonly View: ComponentType<ViewProps>;
  /** Its addresses are parts of one page: a way from one to another leaves the focus where it is. */
  readonly isOnePage: boolean;
}

/** The views beside the chats, one a line. */
export const VIEWS: readonly ViewEntry[] = [
  view("memory", () => import("../views/memory/memory-view.tsx").then((m) => m.MemoryView)),
  view("tasks", () => import("../views/tasks/tasks-view.tsx").then((m) => m.TasksView)),
  view("waiting", () => import("../views/waiting/waiting-view.tsx").then((m) => m.WaitingView)),
  view("projects", () => import("../views/projects/projects-view.tsx").then((m) => m.ProjectsView)),
  view("files", () => import("../views/files/files-view.tsx").then((m) => m.FilesView), true),
  view("models", () => import("../views/models/models-view.tsx").then((m) => m.ModelsView)),
  view("gym", () => import("../views/models/gym-view.tsx").then((m) => m.GymView)),
  view("compare", () => import("../views/models/compare-view.tsx").then((m) => m.CompareView)),
  view("tools", () => import("../views/tools/tools-view.tsx").then((m) => m.ToolsView)),
  view("runs", () => import("../views/runs/runs-view.tsx").then((m) => m.RunsView)),
  view("settings", () => import("../views/settings/settings-view.tsx").then((m) => m.SettingsView), true),
];

function view(name: string, load: () => Promise<ComponentType<ViewProps>>, isOnePage = false): ViewEntry {
  return { name, View: loadLater(load, ViewWait), isOnePage };
}
