import type { MemoryPort } from "../agent/ports/memory-port.ts";
import { isSeenIn, type Scope } from "../protocol/project.ts";

/** The notes as they are seen in a project, or outside of all: others are neither found nor changed, whatever is asked. */
export function withinProject(memories: MemoryPort, project: Scope): MemoryPort {
  const read: MemoryPort["read"] = async (id) => {
    const record = await memories.read(id);
    return record !== null && isSeenIn(project, record.project) ? record : null;
  };
  return {
    read,
    search: (query) => memories.search({ ...query, project }),
    write: ({ project: _, ...draft }) => memories.write(project === null ? draft : { ...draft, project }),
    delete: async (id) => ((await read(id)) === null ? null : memories.delete(id)),
  };
}
