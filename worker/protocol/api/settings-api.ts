import type { Result } from "../failure.ts";
import type { ServerKey } from "../remote-server.ts";
import type { Grant, Settings } from "../settings.ts";

/** Changes the settings. */
export interface SettingsApi {
  updateSettings(change: Partial<Settings>): Promise<Result<Settings>>;
  /** Keeps the key of the user's model server, or forgets it. Used from the next load on; it cannot be read back. */
  writeServerKey(key: ServerKey | null): Promise<Result<null>>;
  /** Revokes lasting permissions, or all of them for null, from the next call on, in a running run too. */
  revokeGrants(grants: readonly Pick<Grant, "tool" | "skill">[] | null): Promise<Result<null>>;
}
