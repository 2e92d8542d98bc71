import type { SettingsApi } from "../../protocol/api/settings-api.ts";
import type { CurrentSettings } from "../current-settings.ts";
import { attempt } from "../to-result.ts";

export function createSettingsApi({ settings }: { readonly settings: CurrentSettings }): SettingsApi {
  return {
    updateSettings: (change) => attempt(() => settings.update(change)),
  };
}
