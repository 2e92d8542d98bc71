import type { Result } from "../failure.ts";
import type {
  DirectoryHandle,
  FileBytes,
  FileChange,
  FileEntry,
  FileReading,
  FileRevert,
  FileText,
  PdfReader,
  WorkspaceId,
  WorkspaceInfo,
  WorkspaceRecord,
} from "../workspaces/workspace.ts";

/** The user's files: folders that are connected, or kept by the browser for this app. */
export interface WorkspacesApi {
  /** In the order they were added. */
  listWorkspaces(): Promise<Result<readonly WorkspaceInfo[]>>;
  /** Connects a folder that the user picked; without one, makes a private one. */
  addWorkspace(
    name: string,
    access: WorkspaceRecord["access"],
    handle?: DirectoryHandle,
  ): Promise<Result<WorkspaceInfo>>;
  changeWorkspace(id: WorkspaceId, change: Partial<Pick<WorkspaceRecord, "name" | "access">>): Promise<Result<null>>;
  /** Forgets a folder with its journal. The files of a private one are deleted; others are not touched. */
  removeWorkspace(id: WorkspaceId): Promise<Result<null>>;
  /** The folder that was picked: only a page may ask for its permission again. */
  readWorkspaceHandle(id: WorkspaceId): Promise<Result<DirectoryHandle | null>>;
  /** The entries of one folder of a workspace; with a limit so many of them, in the platform's order. */
  listFiles(id: WorkspaceId, path: string, limit?: number): Promise<Result<readonly FileEntry[]>>;
  readFileText(id: WorkspaceId, path: string): Promise<Result<FileText>>;
  /** The file itself. */
  readFile(id: WorkspaceId, path: string): Promise<Result<FileBytes>>;
  /** Keeps the text that the page read from a file's pictures for as long as the file stays as it is: it is found and read as any other. */
  keepFileText(id: WorkspaceId, path: string, read: FileText): Promise<Result<null>>;
  /** The text of a file that is in no folder, by its name: read as those in folders are. */
  readText(name: string, file: FileBytes): Promise<Result<FileText>>;
  /** Lends the agent the page's reader of PDFs; without one they are not read. */
  offerPdfReader(read: PdfReader): Promise<void>;
  /** Finds the file that a tool's result names. */
  locateFile(shownPath: string): Promise<Result<{ readonly workspaceId: WorkspaceId; readonly path: string } | null>>;
  /** Puts copies of files in. What is there already is kept: the new one gets another name. */
  importFiles(
    id: WorkspaceId,
    files: readonly { readonly path: string; readonly file: FileBytes }[],
  ): Promise<Result<{ readonly imported: number; readonly refused: readonly string[] }>>;
  /** All files of a workspace as one ZIP. */
  exportFiles(id: WorkspaceId): Promise<Result<FileBytes>>;
  /** Changes by tools that can be undone, the newest first. */
  listFileChanges(): Promise<Result<readonly FileChange[]>>;
  /** Files that tools read, the newest first. */
  listFileReadings(): Promise<Result<readonly FileReading[]>>;
  /** Puts a file back as it was before a change, unless it has changed since. */
  undoFileChange(id: string): Promise<Result<FileRevert>>;
}
