import type { SettingsApi } from "../../protocol/api/settings-api.ts";
import type { Stores } from "../../store/stores.ts";
import type { CurrentSettings } from "../current-settings.ts";
import { attempt } from "../to-result.ts";

interface SettingsApiDeps {
  readonly settings: CurrentSettings;
  readStores(): Promise<Pick<Stores, "serverKey">>;
}

export function createSettingsApi({ settings, readStores }: SettingsApiDeps): SettingsApi {
  return {
    updateSettings: (change) => attempt(() => settings.update(change)),
    writeServerKey: (key) =>
      attempt(async () => {
        await (await readStores()).serverKey.write(key);
        return null;
      }),
  };
}
