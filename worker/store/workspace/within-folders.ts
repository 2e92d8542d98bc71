import type { FileCaller, FilePieces, WorkspacePort } from "../../agent/ports/workspace-port.ts";
import { isFolderSeen, type Project } from "../../protocol/project.ts";
import type { Settings } from "../../protocol/settings.ts";

/** The files as tools and tables get them. */
export interface ToolFilesPort extends WorkspacePort {
  openPieces(path: string, caller: FileCaller): Promise<FilePieces>;
}

/** Whether a folder is seen in a project, or outside of all, by the settings as they are when it is asked. */
export function toSeen(readSettings: () => Settings, project: Project | null): (id: string) => boolean {
  return (id) => isFolderSeen(readSettings(), project?.id ?? null, id);
}

/** The files of those folders alone that are seen in one scope, whoever asks for what. */
export function withinFolders(files: ToolFilesPort, isSeen: (id: string) => boolean): ToolFilesPort {
  const within = (caller: FileCaller): FileCaller => ({ ...caller, isSeen });
  return {
    list: (path, caller) => files.list(path, within(caller)),
    find: (words, caller) => files.find(words, within(caller)),
    read: (path, caller) => files.read(path, within(caller)),
    readSource: (path, caller) => files.readSource(path, within(caller)),
    search: (words, limit, caller) => files.search(words, limit, within(caller)),
    plan: (change, caller) => files.plan(change, within(caller)),
    apply: (change, caller) => files.apply(change, within(caller)),
    openPieces: (path, caller) => files.openPieces(path, within(caller)),
  };
}
