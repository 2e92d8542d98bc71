import { useState } from "react";
import { REPEATS, type TaskState, toTask } from "../../../worker/protocol/tasks/task.ts";
import { useText } from "../../messages/use-text.ts";
import { Button } from "../../ui/button.tsx";

interface TaskFormProps {
  readonly label: string;
  readonly text?: string;
  readonly task?: TaskState;
  /** Returns whether it was stored. */
  readonly onSave: (text: string, task: TaskState) => Promise<boolean>;
  /** Absent for the form that stays. */
  readonly onCancel?: () => void;
}

/** A task to write or to change. */
export function TaskForm({ label, text = "", task = {}, onSave, onCancel }: TaskFormProps) {
  const t = useText();
  const [lacksDay, setLacksDay] = useState(false);
  const [day = "", time = ""] = task.due?.split("T") ?? [];
  return (
    <form
      className="card form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const read = readForm(new FormData(form));
        setLacksDay(read === null);
        if (read === null || read.text === "") return;
        void onSave(read.text, read.task).then((saved) => {
          if (saved) form.reset();
        });
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel?.();
      }}
    >
      <label className="field">
        <span>{t.text("tasks.text")}</span>
        <input type="text" name="text" dir="auto" required autoComplete="off" defaultValue={text} />
      </label>
      <div className="row">
        <label className="field">
          <span>{t.text("tasks.day")}</span>
          <input autoComplete="off" type="date" name="day" defaultValue={day} />
        </label>
        <label className="field">
          <span>{t.text("tasks.time")}</span>
          <input autoComplete="off" type="time" name="time" defaultValue={time} />
        </label>
        <label className="field">
          <span>{t.text("tasks.repeats")}</span>
          <select name="repeats" defaultValue={task.repeats ?? ""}>
            <option value="">{t.text("tasks.repeats.never")}</option>
            {REPEATS.map((each) => (
              <option key={each} value={each}>
                {t.text(`tasks.repeats.${each}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p role="status">{lacksDay && t.text("tasks.needs-day")}</p>
      <div className="row row-end">
        {onCancel !== undefined && (
          <Button tone="quiet" onClick={onCancel}>
            {t.text("action.cancel")}
          </Button>
        )}
        <Button tone="primary" type="submit">
          {onCancel === undefined ? label : t.text("action.save")}
        </Button>
      </div>
    </form>
  );
}

/** Null for a time or a repetition without a day. */
function readForm(form: FormData): { readonly text: string; readonly task: TaskState } | null {
  const read = (name: string) => String(form.get(name) ?? "").trim();
  const [day, time, wanted] = [read("day"), read("time"), read("repeats")];
  const repeats = REPEATS.find((each) => each === wanted);
  if (day === "" && (time !== "" || repeats !== undefined)) return null;
  const due = day === "" ? undefined : time === "" ? day : `${day}T${time.slice(0, 5)}`;
  return { text: read("text"), task: toTask(due, repeats) };
}
