import type { SettingsApi } from "../../protocol/api/settings-api.ts";
import type { HostParts } from "../host-parts.ts";
import { attempt } from "../to-result.ts";
import { remakeAgent } from "./tools-api.ts";

export function createSettingsApi(parts: HostParts): SettingsApi {
  const { settings, readStores } = parts;
  return {
    updateSettings: (change) =>
      attempt(async () => {
        const updated = await settings.update(change);
        // Which folders the tools are offered for depends on whose they are.
        if (change.projects !== undefined) await remakeAgent(parts);
        return updated;
      }),
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
