import type { SettingsApi } from "../../protocol/api/settings-api.ts";
import type { CurrentSettings } from "../current-settings.ts";
import { toResult } from "../to-result.ts";

export function createSettingsApi({ settings }: { readonly settings: CurrentSettings }): SettingsApi {
  return {
    updateSettings: (change) => toResult(async () => ({ ok: true, value: await settings.update(change) })),
  };
}
