import type { SettingsApi } from "../../protocol/api/settings-api.ts";
import type { HostParts } from "../host-parts.ts";
import { attempt } from "../to-result.ts";

export function createSettingsApi({ settings, readStores }: HostParts): SettingsApi {
  return {
    updateSettings: (change) => attempt(() => settings.update(change)),
    writeServerKey: (key) =>
      attempt(async () => {
        await (await readStores()).serverKey.write(key);
        return null;
      }),
    revokeGrants: (revoked) =>
      attempt(async () => {
        const { grants } = settings.current;
        const isRevoked = (grant: (typeof grants)[number]): boolean =>
          revoked === null || revoked.some(({ tool, skill }) => tool === grant.tool && skill === grant.skill);
        await settings.update({ grants: grants.filter((grant) => !isRevoked(grant)) });
        return null;
      }),
  };
}
