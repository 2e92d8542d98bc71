import type { Result } from "../failure.ts";
import type { Settings } from "../settings.ts";

/** Changes the settings. */
export interface SettingsApi {
  updateSettings(change: Partial<Settings>): Promise<Result<Settings>>;
}
