import { useState } from "react";
import { isOverdue } from "../../../worker/protocol/tasks/task.ts";
import { useText } from "../../messages/use-text.ts";
import { useNoteActions } from "../../parts/notes/use-note-actions.ts";
import { toWhen } from "../../parts/tasks/to-when.ts";
import { readWall } from "../../state/read-wall.ts";
import { IconButton } from "../../ui/button.tsx";
import { TaskForm } from "./task-form.tsx";
import { type TaskRecord, useToggleTask } from "./use-tasks.ts";

/** One task: to tick off, to change, to delete. */
export function TaskItem({ record }: { readonly record: TaskRecord }) {
  const t = useText();
  const { change, remove } = useNoteActions("tasks.deleted");
  const toggle = useToggleTask();
  const [editing, setEditing] = useState(false);
  const { text, task } = record;
  const isDone = task.doneAt !== undefined;
  if (editing) {
    return (
      <li>
        <TaskForm
          label={t.text("action.edit")}
          text={text}
          task={task}
          onCancel={() => setEditing(false)}
          onSave={async (entered) => {
            const { doneAt } = task;
            const changed = doneAt === undefined ? entered.task : { ...entered.task, doneAt };
            const saved = await change(record, { ...entered, task: changed });
            if (saved) setEditing(false);
            return saved;
          }}
        />
      </li>
    );
  }
  return (
    <li className="card" data-testid="task" data-done={isDone ? "" : undefined}>
      <div className="card-head">
        <label className="row task-line">
          <input
            type="checkbox"
            aria-label={t.text(isDone ? "tasks.reopen" : "tasks.complete", { task: text })}
            checked={isDone}
            onChange={() => void toggle(record)}
          />
          <span className="memory-text" dir="auto">
            {text}
          </span>
        </label>
        <div className="card-actions">
          <IconButton icon="pencil" text="action.edit" onClick={() => setEditing(true)} />
          <IconButton icon="trash" tone="danger" text="action.delete" onClick={() => void remove(record)} />
        </div>
      </div>
      <TaskFacts record={record} />
    </li>
  );
}

function TaskFacts({ record }: { readonly record: TaskRecord }) {
  const t = useText();
  const { due, doneAt } = record.task;
  const facts = [
    ...toWhen(record.task, t),
    ...(doneAt === undefined ? [] : [t.text("tasks.done-on", { date: t.date(doneAt) })]),
  ];
  const isLate = due !== undefined && doneAt === undefined && isOverdue(due, readWall());
  if (facts.length === 0 && record.untrusted !== true) return null;
  return (
    <div className="card-foot">
      {record.untrusted === true && <span className="tag tag-warn">{t.text("outcome.untrusted")}</span>}
      {isLate && <span className="tag tag-warn">{t.text("tasks.late")}</span>}
      <span className="quiet">{facts.join(" · ")}</span>
    </div>
  );
}
