import { useId } from "react";
import { findProject, type Project, type ProjectId, toScope } from "../../../worker/protocol/project.ts";
import type { Settings } from "../../../worker/protocol/settings.ts";
import { useText } from "../../messages/use-text.ts";
import { Page, type ViewProps } from "../../parts/frame/page.tsx";
import { beginInProject } from "../../services/begin-in-project.ts";
import { toResult } from "../../state/app-state.ts";
import { listProjects } from "../../state/list-projects.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { saveBlob } from "../../ui/download.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Form, InputField } from "../../ui/fields/form.tsx";
import { ProjectForm } from "./project-form.tsx";

/** The user's projects, or one of them with all that is its own. */
export function ProjectsView({ rest }: ViewProps) {
  const t = useText();
  const settings = useAppState((state) => state.settings);
  const conversations = useAppState((state) => state.conversations);
  const { save } = useProjects();
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
  const { chat, toasts } = useApp();
  const { save, exportAlone, remove } = useProjects();
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
        <ProjectForm
          project={project}
          onSave={(changed) => void save(changed).then((isSaved) => isSaved && toasts.show({ text: "scope.saved" }))}
        />
      </section>
    </Page>
  );
}

/** Actions of the user on projects. */
function useProjects() {
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
