import type { Settings } from "../protocol/settings.ts";

/** Settings as an import takes them, and the number of dropped permissions. */
export interface StrippedSettings {
  readonly settings: Settings;
  readonly dropped: number;
}

/**
 * Takes every permission out of settings that come from a file: lasting permissions for tools, consents to servers'
 * tools, and hosts. A file may come from anyone, and what a user allows is allowed on the device that shows it.
 */
export function withoutPermissions(settings: Settings): StrippedSettings {
  const grants = settings.grants ?? [];
  const servers = settings.mcpServers ?? [];
  // The page stores hosts, and no export contains them; a file that does must not be trusted.
  const { allowedHosts: hosts, ...rest }: Settings & { readonly allowedHosts?: unknown } = settings;
  const consents = servers.reduce((sum, server) => sum + Object.keys(server.consents).length, 0);
  return {
    settings: { ...rest, grants: [], mcpServers: servers.map((server) => ({ ...server, consents: {} })) },
    dropped: grants.length + consents + (Array.isArray(hosts) ? hosts.length : 0),
  };
}
