import type { Conversation } from "../../worker/protocol/message.ts";
import { findProject, type Project, toScope } from "../../worker/protocol/project.ts";
import type { Settings } from "../../worker/protocol/settings.ts";

/** All projects by name, those of earlier versions too, of which only conversations tell. */
export function listProjects(
  settings: Pick<Settings, "projects">,
  conversations: readonly Conversation[],
): readonly Project[] {
  const named = conversations.flatMap((each) => toScope(each) ?? []);
  const ids = new Set([...settings.projects.map(({ id }) => id), ...named]);
  return [...ids].map((id) => findProject(settings, id)).sort((one, other) => one.name.localeCompare(other.name));
}
