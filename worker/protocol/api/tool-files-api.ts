import type { Result } from "../failure.ts";
import type { FileFault } from "../file-fault.ts";
import type { ToolFile } from "../settings.ts";

/** Manifests and skills that the user adds as files. */
export interface ToolFilesApi {
  /**
   * Stores manifests and `SKILL.md` files; a stored file of the same name is replaced. Files with faults are left out, and
   * their faults returned.
   */
  addToolFiles(files: readonly ToolFile[]): Promise<Result<readonly FileFault[]>>;
  /** Removes a file, by the name it is stored under. */
  removeToolFile(name: string): Promise<Result<null>>;
}
