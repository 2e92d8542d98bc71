import type { Result } from "../failure.ts";
import type { FileFault } from "../file-fault.ts";
import type { ToolFile } from "../settings.ts";

/** Manifests and skills that the user adds as files. */
export interface ToolFilesApi {
  /**
   * Takes in manifests and `SKILL.md` files, which last beyond this visit. Answers with what is wrong with those that
   * were left out; one kept under the same name is replaced.
   */
  addToolFiles(files: readonly ToolFile[]): Promise<Result<readonly FileFault[]>>;
  /** Forgets one, by the name it is kept under. */
  removeToolFile(name: string): Promise<Result<null>>;
}
