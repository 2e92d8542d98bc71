import type { SettingsApi } from "../../protocol/api/settings-api.ts";
import type { HostParts } from "../host-parts.ts";
import { toResults } from "../to-result.ts";
import { remakeAgent } from "./tools-api.ts";

export function createSettingsApi(parts: HostParts): SettingsApi {
  const { settings, readStores } = parts;
  return toResults<SettingsApi>({
    updateSettings: async (change) => {
      const updated = await settings.update(change);
      // Which folders the tools are offered for depends on whose they are.
      if (change.projects !== undefined) await remakeAgent(parts);
      return updated;
    },
    writeServerKey: async (key) => (await readStores()).serverKey.write(key),
    revokeGrants: async (revoked) => {
      const kept = settings.current.grants.filter(
        (grant) => revoked?.every(({ tool, skill }) => tool !== grant.tool || skill !== grant.skill) ?? false,
      );
      await settings.update({ grants: kept });
    },
  });
}
