import type { BuiltSegment } from "../search/segment.ts";
import type { FileIndexCache, StoredIndex } from "./file-index-rows.ts";
import type { WorkspaceDatabase } from "./workspace-database.ts";

/** Keeps a folder's index in the workspaces' database. */
export function createFileIndexCache(database: WorkspaceDatabase, workspaceId: string): FileIndexCache {
  /** Of what this tab last read or wrote; another tab's is not the same, though its segments have the same numbers. */
  let revision = "";
  return {
    load: async () => {
      try {
        const found = await database.readIndex(workspaceId);
        if (found === null) return null;
        const { state, segments } = found;
        const byId = new Map(segments.map((segment) => [segment.data.id, segment]));
        const listed = state.segmentIds.map((id) => byId.get(id));
        if (!listed.every((segment): segment is BuiltSegment => segment !== undefined)) return null;
        revision = state.revision;
        return { ...state, segments: listed };
      } catch {
        return null;
      }
    },
    save: async ({ segments, ...rest }: StoredIndex) => {
      const next = crypto.randomUUID();
      const segmentIds = segments.map(({ data }) => data.id);
      try {
        await database.writeIndex({ ...rest, workspaceId, segmentIds, revision: next }, segments, revision);
        revision = next;
      } catch {
        // A full disk keeps nobody from searching.
      }
    },
  };
}
