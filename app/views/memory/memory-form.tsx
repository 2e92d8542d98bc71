import type { MemoryChange } from "../../../worker/protocol/memory.ts";
import type { Scope } from "../../../worker/protocol/project.ts";
import { ProjectField, useProjects } from "../../parts/project/project-field.tsx";
import { toDay } from "../../ui/download.ts";
import { AreaField, Form, FormEnd, InputField } from "../../ui/fields/form.tsx";

/** A note as it was entered; not to be trusted if words of it were pasted, which may be anybody's. */
export type EnteredNote = Required<Pick<MemoryChange, "text" | "tags" | "expiresAt" | "project">> &
  Pick<MemoryChange, "untrusted">;

interface MemoryFormProps {
  readonly label: string;
  readonly text?: string;
  readonly tags?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** Where the note is seen. */
  readonly project?: Scope;
  readonly onSave: (entered: EnteredNote) => Promise<void>;
  readonly onCancel: () => void;
}

/** A note to write or to change. */
export function MemoryForm({
  label,
  text = "",
  tags = [],
  expiresAt,
  project = null,
  onSave,
  onCancel,
}: MemoryFormProps) {
  const projects = useProjects();
  return (
    <Form
      className="card form"
      aria-label={label}
      onSubmit={(read, _, isPasted) => {
        const [note, day] = [read("text"), read("expires")];
        // A note is kept through the day that is named.
        const expiresAt = day === "" ? null : new Date(`${day}T23:59:59`).getTime();
        if (note === "") return;
        const entered = { text: note, tags: toTags(read("tags")), expiresAt, project: read("project") || null };
        void onSave({ ...entered, ...(isPasted && { untrusted: true }) });
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      <AreaField text="memory.text" name="text" rows={3} dir="auto" required defaultValue={text} ref={focusOnce} />
      <InputField text="memory.tags" name="tags" defaultValue={tags.join(", ")} />
      <InputField
        text="memory.keep-until"
        type="date"
        name="expires"
        defaultValue={expiresAt === undefined ? "" : toDay(new Date(expiresAt))}
      />
      {projects.length > 0 && <ProjectField projects={projects} chosen={project} />}
      <FormEnd onCancel={onCancel} />
    </Form>
  );
}

/** A function of its own, so that it runs when the field appears and not with every change. */
function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus();
}

function toTags(text: string): readonly string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter(Boolean))];
}
