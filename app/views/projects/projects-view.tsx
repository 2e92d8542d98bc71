import { useId } from "react";
import { findProject, type Project, type ProjectId, toScope } from "../../../worker/protocol/project.ts";
import type { Settings } from "../../../worker/protocol/settings.ts";
import { useText } from "../../messages/use-text.ts";
import { Page, type ViewProps } from "../../parts/frame/page.tsx";
import { toSkillTitle } from "../../parts/tool/skill-titles.ts";
import { toToolTitle } from "../../parts/tool/tool-titles.ts";
import { readAllowedHosts } from "../../services/allowed-hosts.ts";
import { beginInProject } from "../../services/begin-in-project.ts";
import { useRead } from "../../services/use-read.ts";
import { toResult } from "../../state/app-state.ts";
import { toAllTools } from "../../state/find-tool.ts";
import { listProjects } from "../../state/list-projects.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { saveBlob } from "../../ui/download.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { AreaField, Form, FormEnd, InputField, Options, SelectField } from "../../ui/fields/form.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

/** The user's projects, or one of them with all that is its own. */
export function ProjectsView({ rest }: ViewProps) {
  const t = useText();
  const settings = useAppState((state) => state.settings);
  const conversations = useAppState((state) => state.conversations);
  const { save } = useProjectActions();
  if (rest !== "") return <ProjectPage key={rest} project={findProject(settings, rest)} />;
  const projects = listProjects(settings, conversations);
  const toItem = ({ id, name }: Project) => (
    <li className="card" key={id}>
      <TextLink href={`#/projects/${encodeURIComponent(id)}`} dir="auto">
        {name}
      </TextLink>{" "}
      <span className="quiet">
        {t.count("project.chats", conversations.filter((each) => toScope(each) === id).length)}
      </span>
    </li>
  );
  const archived = projects.filter((each) => each.archived);
  return (
    <Page tab="projects" title={t.text("nav.projects")} lead={t.text("project.lead")}>
      <Form
        className="form"
        aria-label={t.text("project.add")}
        onSubmit={(read, form) => {
          const name = read("name");
          if (name === "") return;
          void save({ id: crypto.randomUUID(), name });
          form.reset();
        }}
      >
        <InputField text="project.add" name="name" dir="auto" maxLength={60} required />
        <div className="row">
          <Button text="action.save" type="submit" />
        </div>
      </Form>
      {projects.length === 0 && <EmptyState icon="folder" text="project.empty" />}
      <ul className="cards">{projects.filter((each) => !each.archived).map(toItem)}</ul>
      {archived.length > 0 && (
        <section className="section">
          <h2>{t.text("project.archived")}</h2>
          <ul className="cards">{archived.map(toItem)}</ul>
        </section>
      )}
      <p className="quiet">
        <TextLink text="project.import" href="#/settings/data" />
      </p>
    </Page>
  );
}

function ProjectPage({ project }: { readonly project: Project }) {
  const t = useText();
  const titleId = useId();
  const { chat } = useApp();
  const { save, exportAlone, remove } = useProjectActions();
  return (
    <Page tab="projects" title={project.name} lead={t.text("project.lead")}>
      <div className="row">
        <Button text="project.new-chat" tone="primary" icon="plus" onClick={() => beginInProject(chat, project)} />
        <Button text="action.export" icon="download" onClick={() => void exportAlone(project)} />
        <Button
          text={project.archived ? "project.unarchive" : "project.archive"}
          onClick={() => void save({ ...project, archived: !project.archived })}
        />
        <ConfirmButton
          text="action.delete"
          tone="danger"
          sure={t.text("action.delete")}
          question={t.text("project.delete-sure")}
          onConfirm={() => void remove(project.id)}
        />
      </div>
      <section className="section" aria-labelledby={titleId}>
        <h2 id={titleId}>{t.text("project.own")}</h2>
        <ProjectForm project={project} />
      </section>
    </Page>
  );
}

/** Actions of the user on projects. */
function useProjectActions() {
  const { api, models, store, toasts } = useApp();
  const change = (work: (projects: Settings["projects"]) => Settings["projects"]) =>
    models.changeSettings({ projects: work(store.getState().settings.projects) });
  return {
    save: (project: Project) => change((all) => [...all.filter(({ id }) => id !== project.id), project]),
    async exportAlone({ id, name }: Project): Promise<void> {
      const connections = { hosts: [], server: null };
      const exported = await toResult(api.exportEverything({ connections, withKeys: false, project: id }));
      if (!exported.ok) toasts.show({ text: "toast.not-exported" });
      else saveBlob(`${name}.json`, new Blob([exported.value.bytes], { type: "application/json" }));
    },
    /** Deletes its chats, its notes and what is set for it. */
    async remove(project: ProjectId): Promise<void> {
      location.hash = "#/projects";
      const found = await toResult(api.listMemories({ project }));
      const notes = found.ok ? found.value.filter(({ record }) => record.project === project) : [];
      const chats = store.getState().conversations.filter((each) => toScope(each) === project);
      for (const { record } of notes) await toasts.reportUnsaved(api.deleteMemory(record.id));
      for (const { id } of chats) await toasts.reportUnsaved(api.deleteConversation(id));
      await change((all) => all.filter(({ id }) => id !== project));
    },
  };
}

/** The settings of a project alone; where there are none, the app's hold. */
function ProjectForm({ project }: { readonly project: Project }) {
  const t = useText();
  const { toasts } = useApp();
  const { save } = useProjectActions();
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
        const changed = {
          id,
          name: read("name") || project.name,
          ...(archived && { archived }),
          ...(instructions && { instructions }),
          ...(workspaces.length > 0 && { workspaces }),
          ...(skill && { skill }),
          ...(modelId && { modelId }),
          ...(allowed.length < hosts.length && { hosts: allowed }),
          ...(toolsOff.length > 0 && { toolsOff }),
        };
        void save(changed).then((isSaved) => isSaved && toasts.show({ text: "scope.saved" }));
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
