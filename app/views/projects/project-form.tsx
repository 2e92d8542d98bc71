import type { Project } from "../../../worker/protocol/project.ts";
import { useText } from "../../messages/use-text.ts";
import { toSkillTitle } from "../../parts/tool/skill-titles.ts";
import { toToolTitle } from "../../parts/tool/tool-titles.ts";
import { readAllowedHosts } from "../../services/allowed-hosts.ts";
import { useRead } from "../../services/use-read.ts";
import { toAllTools } from "../../state/find-tool.ts";
import { useAppState } from "../../state/use-app.ts";
import { AreaField, Form, FormEnd, InputField, Options, SelectField } from "../../ui/fields/form.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

interface ProjectFormProps {
  readonly project: Project;
  readonly onSave: (project: Project) => void;
}

/** The settings of a project alone; where there are none, the app's hold. */
export function ProjectForm({ project, onSave }: ProjectFormProps) {
  const t = useText();
  const skills = useAppState((state) => state.skills);
  const models = useAppState((state) => state.models);
  const folders = useRead((api) => api.listWorkspaces());
  const hosts = readAllowedHosts();
  const tools = toAllTools(skills).map(({ name }) => name);
  const { archived, id } = project;
  return (
    <Form
      onSubmit={(read, form) => {
        const data = new FormData(form);
        const ticked = (name: string) => data.getAll(name).map(String);
        const [skill, modelId, instructions] = [read("skill"), read("model"), read("instructions")];
        const workspaces = ticked("folders");
        const allowed = ticked("hosts");
        // A tool that is not listed now stays off.
        const off = (project.toolsOff ?? []).filter((name) => !tools.includes(name));
        const toolsOff = [...off, ...tools.filter((name) => !ticked("tools").includes(name))];
        onSave({
          id,
          name: read("name") || project.name,
          ...(archived && { archived }),
          ...(instructions && { instructions }),
          ...(workspaces.length > 0 && { workspaces }),
          ...(skill && { skill }),
          ...(modelId && { modelId }),
          ...(allowed.length < hosts.length && { hosts: allowed }),
          ...(toolsOff.length > 0 && { toolsOff }),
        });
      }}
    >
      <InputField text="project.name" name="name" dir="auto" maxLength={60} defaultValue={project.name} />
      <AreaField
        text="project.instructions"
        name="instructions"
        rows={5}
        dir="auto"
        defaultValue={project.instructions}
      />
      <Pick
        name="skill"
        label={t.text("composer.skill")}
        value={project.skill}
        of={skills.map(({ name }) => [name, toSkillTitle(name, t)])}
      />
      <Pick
        name="model"
        label={t.text("project.model")}
        value={project.modelId}
        of={models.map((model) => [model.id, model.title])}
      />
      {folders?.ok === true && (
        <Ticks
          name="folders"
          label={t.text("project.folders")}
          of={folders.value.map((folder) => [folder.id, folder.name])}
          isTicked={(folder) => project.workspaces?.includes(folder) === true}
        />
      )}
      <Ticks
        name="hosts"
        label={t.text("project.hosts")}
        of={hosts.map((host) => [host, host])}
        isTicked={(host) => project.hosts?.includes(host) !== false}
      />
      <details>
        <summary>{t.text("project.tools")}</summary>
        <Ticks
          name="tools"
          label={t.text("project.tools")}
          of={tools.map((name) => [name, revealName(toToolTitle(name, t))])}
          isTicked={(name) => project.toolsOff?.includes(name) !== true}
        />
      </details>
      <FormEnd />
    </Form>
  );
}

interface Listed {
  readonly name: string;
  readonly label: string;
  readonly of: readonly (readonly [value: string, text: string])[];
}

/** One of a list, or what the settings say. */
function Pick({ name, label, of, value = "" }: Listed & { readonly value: string | undefined }) {
  const t = useText();
  return (
    <SelectField label={label} name={name} defaultValue={value}>
      <option value="">{t.text("project.as-settings")}</option>
      <Options of={of} toValue={([each]) => each} toText={([, text]) => text} />
    </SelectField>
  );
}

/** Things to tick; nothing where there are none. */
function Ticks({ name, label, of, isTicked }: Listed & { readonly isTicked: (value: string) => boolean }) {
  if (of.length === 0) return null;
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      {of.map(([value, text]) => (
        <label key={value} className="choice">
          <input type="checkbox" name={name} value={value} defaultChecked={isTicked(value)} />
          <span dir="auto">{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
