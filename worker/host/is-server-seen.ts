import { isOrigin } from "../protocol/is-origin.ts";
import type { Project } from "../protocol/project.ts";
import type { Settings } from "../protocol/settings.ts";

/** Whether a project's tools may talk to a server: to every one, unless the project says to which hosts. */
export function isServerSeen({ mcpServers }: Settings, project: Project | null | undefined, name: string): boolean {
  const { hosts } = project ?? {};
  const { url = "" } = mcpServers.find((each) => each.name === name) ?? {};
  return hosts === undefined || (URL.canParse(url) && hosts.some((host) => isOrigin(new URL(url).origin, host)));
}
