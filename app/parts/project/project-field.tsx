import type { Project, Scope } from "../../../worker/protocol/project.ts";
import { useText } from "../../messages/use-text.ts";
import { listProjects } from "../../state/list-projects.ts";
import { useAppState } from "../../state/use-app.ts";
import { Options, SelectField } from "../../ui/fields/form.tsx";

/** All projects by name. */
export function useProjects(): readonly Project[] {
  const settings = useAppState((state) => state.settings);
  const conversations = useAppState((state) => state.conversations);
  return listProjects(settings, conversations);
}

interface ProjectFieldProps {
  readonly projects: readonly Project[];
  readonly chosen: Scope | undefined;
}

/** The field `project` of a form: one of the projects, or none for everybody. */
export function ProjectField({ projects, chosen }: ProjectFieldProps) {
  const t = useText();
  return (
    <SelectField text="project.of-note" name="project" defaultValue={chosen ?? ""}>
      <option value="">{t.text("project.everybody")}</option>
      <Options of={projects} toValue={({ id }) => id} toText={({ name }) => name} />
    </SelectField>
  );
}
