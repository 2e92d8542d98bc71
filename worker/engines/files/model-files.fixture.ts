import type { ModelFiles } from "./model-files.ts";

/** These files where the browser has room for so many parts of each and no more. */
export function withQuotaFor(parts: number, files: ModelFiles): ModelFiles {
  return {
    ...files,
    writePart: async (name, index, data) => {
      if (index >= parts) throw new DOMException("no room", "QuotaExceededError");
      await files.writePart(name, index, data);
    },
  };
}
