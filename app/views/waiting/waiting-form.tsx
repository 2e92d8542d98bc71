import { useState } from "react";
import type { WaitingQuestion, WaitingTrigger } from "../../../worker/protocol/waiting.ts";
import { useText } from "../../messages/use-text.ts";
import { toSkillTitle } from "../../parts/tool/skill-titles.ts";
import { useRead } from "../../services/use-read.ts";
import { readWall } from "../../state/read-wall.ts";
import { useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField, Form, InputField, Options, SelectField } from "../../ui/fields/form.tsx";

/** A new question that waits: its words, and when it is asked. */
export function WaitingForm({ onSave }: { readonly onSave: (question: WaitingQuestion) => void }) {
  const t = useText();
  const [type, setType] = useState<WaitingTrigger["type"]>("daily");
  const skills = useAppState((state) => state.skills);
  const usual = useAppState((state) => state.settings.skill);
  const listed = useRead((api) => api.listWorkspaces());
  const folders = listed?.ok === true ? listed.value : [];
  return (
    <Form
      className="card form"
      aria-label={t.text("waiting.add")}
      onSubmit={(read, form, isPasted) => {
        const folder = folders.find(({ id }) => id === read("folder"));
        const when = toTrigger(type, read("at"), folder);
        if (when === null || read("text") === "") return;
        const question = {
          id: crypto.randomUUID(),
          text: read("text"),
          skill: read("skill"),
          when,
          seenUntil: readWall(),
        };
        onSave({ ...question, ...(isPasted && { foreign: true }) });
        form.reset();
        setType("daily");
      }}
    >
      <AreaField text="waiting.add" name="text" rows={2} dir="auto" required />
      <SelectField
        text="waiting.when"
        value={type}
        onChange={({ target }) =>
          setType(target.value === "start" || target.value === "folder" ? target.value : "daily")
        }
      >
        <option value="daily">{t.text("waiting.daily")}</option>
        <option value="start">{t.text("waiting.when-start")}</option>
        {folders.length > 0 && <option value="folder">{t.text("waiting.folder")}</option>}
      </SelectField>
      <SelectField text="composer.skill" key={type} name="skill" defaultValue={type === "folder" ? "documents" : usual}>
        <Options of={skills.map(({ name }) => name)} toText={(name) => toSkillTitle(name, t)} />
      </SelectField>
      {type === "daily" && <InputField text="waiting.at" type="time" name="at" required defaultValue="08:00" />}
      {type === "folder" && (
        <SelectField text="waiting.which-folder" name="folder">
          {folders.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <div className="row">
        <Button text="action.save" type="submit" />
      </div>
    </Form>
  );
}

function toTrigger(
  type: WaitingTrigger["type"],
  at: string,
  folder: { readonly id: string; readonly name: string } | undefined,
): WaitingTrigger | null {
  if (type === "start") return { type };
  if (type === "daily") return { type, at };
  return folder === undefined ? null : { type, workspaceId: folder.id, name: folder.name };
}
