import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

/** Milliseconds for which the helpers of a browser that was killed may go on writing into its profile. */
const MAX_WRITING_MS = 20_000;

/**
 * Removes a folder that a browser wrote into. Node's own retries only repeat the removal of the folder itself, so a
 * file that a dying helper process writes meanwhile makes them fail: here each try begins again with what is inside.
 */
export async function removeFolder(folder: string): Promise<void> {
  const end = Date.now() + MAX_WRITING_MS;
  for (;;) {
    try {
      return await rm(folder, { recursive: true, force: true });
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(200);
    }
  }
}
