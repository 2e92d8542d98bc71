import { useState } from "react";
import type { MemoryChange } from "../../../worker/protocol/memory.ts";
import { REPEATS, type TaskState, toTask } from "../../../worker/protocol/tasks/task.ts";
import { useText } from "../../messages/use-text.ts";
import { Form, FormEnd, InputField, Options, SelectField } from "../../ui/fields/form.tsx";

/** A task as it was entered; not to be trusted if words of it were pasted, which may be anybody's. */
export type EnteredTask = Required<Pick<MemoryChange, "text" | "task">> & Pick<MemoryChange, "untrusted">;

interface TaskFormProps {
  readonly label: string;
  readonly text?: string;
  readonly task?: TaskState;
  /** Returns whether it was stored. */
  readonly onSave: (entered: EnteredTask) => Promise<boolean>;
  /** Absent for the form that stays. */
  readonly onCancel?: () => void;
}

/** A task to write or to change. */
export function TaskForm({ label, text = "", task = {}, onSave, onCancel }: TaskFormProps) {
  const t = useText();
  const [lacksDay, setLacksDay] = useState(false);
  const [day = "", time = ""] = task.due?.split("T") ?? [];
  return (
    <Form
      className="card form"
      aria-label={label}
      onSubmit={(read, form, isPasted) => {
        const entered = readForm(read);
        setLacksDay(entered === null);
        if (entered === null || entered.text === "") return;
        void onSave({ ...entered, ...(isPasted && { untrusted: true }) }).then((saved) => {
          if (saved) form.reset();
        });
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel?.();
      }}
    >
      <InputField
        label={onCancel === undefined ? t.text("tasks.text") : label}
        name="text"
        dir="auto"
        required
        defaultValue={text}
      />
      <div className="row">
        <InputField text="tasks.day" type="date" name="day" defaultValue={day} />
        <InputField text="tasks.time" type="time" name="time" defaultValue={time} />
        <SelectField text="tasks.repeats" name="repeats" defaultValue={task.repeats ?? ""}>
          <option value="">{t.text("tasks.repeats.never")}</option>
          <Options of={REPEATS} toText={(each) => t.text(`tasks.repeats.${each}`)} />
        </SelectField>
      </div>
      <p role="status">{lacksDay && t.text("tasks.needs-day")}</p>
      <FormEnd onCancel={onCancel} {...(onCancel === undefined && { label })} />
    </Form>
  );
}

/** Null for a time or a repetition without a day. */
function readForm(read: (name: string) => string): EnteredTask | null {
  const [day, time, wanted] = [read("day"), read("time"), read("repeats")];
  const repeats = REPEATS.find((each) => each === wanted);
  if (day === "" && (time !== "" || repeats !== undefined)) return null;
  const due = day === "" ? undefined : time === "" ? day : `${day}T${time.slice(0, 5)}`;
  return { text: read("text"), task: toTask(due, repeats) };
}
