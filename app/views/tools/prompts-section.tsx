import { useState } from "react";
import { findProject } from "../../../worker/protocol/project.ts";
import type { SavedPrompt } from "../../../worker/protocol/settings.ts";
import { useText } from "../../messages/use-text.ts";
import { ProjectField, useProjects } from "../../parts/project/project-field.tsx";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DropZone } from "../../ui/drop-zone.tsx";
import { AreaField, Form, FormEnd, InputField } from "../../ui/fields/form.tsx";
import type { FoundFile } from "../../ui/read-dropped.ts";
import { revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { readPromptFile, toPrompt } from "./read-prompt-file.ts";

/** The user's own prompts: to write, change, delete, and to bring from Markdown files. */
export function PromptsSection() {
  const t = useText();
  const { models, store } = useApp();
  const settings = useAppState((state) => state.settings);
  const [editing, setEditing] = useState<SavedPrompt | "new" | null>(null);
  const [brought, setBrought] = useState<number | null>(null);
  const put = (added: readonly SavedPrompt[], removed: readonly string[] = []) => {
    const names = [...added.map(({ name }) => name), ...removed];
    const others = store.getState().settings.prompts.filter(({ name }) => !names.includes(name));
    void models.changeSettings({ prompts: [...others, ...added] });
  };
  const bring = async (files: readonly FoundFile[]) => {
    const texts = files.filter(({ path }) => /\.(?:md|markdown|txt)$/i.test(path));
    const read = await Promise.all(texts.map(async ({ path, file }) => readPromptFile(path, await file.text())));
    // The last one of a name counts.
    const prompts = [...new Map(read.flat().map((each) => [each.name, each])).values()];
    put(prompts);
    setBrought(prompts.length);
  };
  const projects = useProjects();
  /** The prompt that is changed; null for a new one. */
  const old = editing === "new" ? null : editing;
  return (
    <section className="skill" aria-labelledby="own-prompts" data-testid="own-prompts">
      <div className="card-head">
        <h2 id="own-prompts">{t.text("prompts.title")}</h2>
        {editing === null && <Button text="prompts.add" icon="plus" onClick={() => setEditing("new")} />}
      </div>
      <p className="quiet">{t.text("prompts.lead")}</p>
      {editing !== null && (
        <Form
          key={old?.name}
          className="card form"
          aria-label={t.text("prompts.title")}
          onSubmit={(read, _, isPasted) => {
            const foreign = isPasted || old?.foreign === true;
            const project = read("project");
            const made = toPrompt(read("name"), read("about"), read("text"));
            if (made === null) return;
            put(
              [{ ...made, ...(foreign && { foreign }), ...(project && { project }) }],
              old === null ? [] : [old.name],
            );
            setEditing(null);
          }}
        >
          <InputField text="prompts.name" name="name" required defaultValue={old?.name.split(":")[1]} />
          <InputField text="prompts.about" name="about" dir="auto" defaultValue={old?.description} />
          <AreaField text="prompts.text" name="text" rows={6} dir="auto" required defaultValue={old?.text} />
          <ProjectField projects={projects} chosen={old?.project} />
          <FormEnd onCancel={() => setEditing(null)} />
        </Form>
      )}
      <ul className="cards">
        {settings.prompts.map((prompt) => (
          <li className="card" key={prompt.name} data-testid="own-prompt">
            <div className="card-head">
              <p>
                <code>/{prompt.name}</code> <span dir="auto">{revealText(prompt.description)}</span>{" "}
                {prompt.project && <span className="tag">{findProject(settings, prompt.project).name}</span>}{" "}
                {prompt.foreign && <span className="tag tag-warn">{t.text("outcome.untrusted")}</span>}
              </p>
              <div className="card-actions">
                <IconButton icon="pencil" text="action.edit" onClick={() => setEditing(prompt)} />
                <IconButton icon="trash" text="action.delete" onClick={() => put([], [prompt.name])} />
              </div>
            </div>
          </li>
        ))}
      </ul>
      <DropZone
        heading={<h3>{t.text("prompts.bring")}</h3>}
        how={t.text("prompts.bring-how")}
        busy={false}
        onDrop={(files) => void bring(files)}
        pickers={[
          { text: "prompts.pick-folder", testId: "prompt-folder", onPick: bring },
          { text: "prompts.pick-files", testId: "prompt-files", accept: ".md,.txt", multiple: true, onPick: bring },
        ]}
      >
        {brought !== null && <p role="status">{t.text("prompts.brought", { count: t.number(brought) })}</p>}
      </DropZone>
    </section>
  );
}
