import type { ConversationId } from "../../protocol/ids.ts";
import type { Attachment } from "../../protocol/message.ts";
import type { TableReading } from "../../protocol/workspaces/workspace.ts";
import type { FileCaller, FilePieces, ReadFile } from "./workspace-port.ts";

/** The files of a conversation, as tools see them. Their content is untrusted. */
export interface FilesPort {
  /** The newest first. */
  list(conversationId: ConversationId): Promise<readonly Attachment[]>;
  /** A file of the user's folders; absent where there are none. Rejects like `WorkspacePort.read`. */
  open?(path: string, caller: FileCaller): Promise<ReadFile>;
  /** The same file's bytes. */
  openPieces?(path: string, caller: FileCaller): Promise<FilePieces>;
  /** How far a large table is read; null once it is. */
  noteReading?(reading: TableReading | null): void;
}
