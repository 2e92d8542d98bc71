import { useState } from "react";
import { isOverdue, TASK_NAMESPACE } from "../../../worker/protocol/tasks/task.ts";
import { useText } from "../../messages/use-text.ts";
import { Page } from "../../parts/frame/page.tsx";
import { useNoteActions } from "../../parts/notes/use-note-actions.ts";
import { AllowNotifications } from "../../parts/tasks/allow-notifications.tsx";
import { toCalendar } from "../../parts/tasks/to-calendar.ts";
import { toWhen } from "../../parts/tasks/to-when.ts";
import { readWall } from "../../state/read-wall.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { downloadText } from "../../ui/download.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { TaskForm } from "./task-form.tsx";
import { type TaskRecord, useTasks, useToggleTask } from "./use-tasks.ts";

/** Tasks: to read, add, tick off, change and delete. */
export function TasksView() {
  const t = useText();
  const found = useTasks();
  const { save } = useNoteActions();
  const tasks = found?.ok === true ? found.value : [];
  const open = tasks.filter(({ task }) => task.doneAt === undefined);
  const done = tasks.filter(({ task }) => task.doneAt !== undefined);
  const toItems = (records: readonly TaskRecord[]) => (
    <ul className="cards">
      {records.map((record) => (
        <TaskItem key={record.id} record={record} />
      ))}
    </ul>
  );
  return (
    <Page tab="tasks" title={t.text("nav.tasks")} lead={t.text("tasks.lead")}>
      <TaskForm
        label={t.text("tasks.add")}
        onSave={(entered) => save({ namespace: TASK_NAMESPACE, source: { type: "user" }, ...entered })}
      />
      <p className="visually-hidden" role="status">
        {found?.ok === true && t.count("tasks.count", open.length)}
      </p>
      {found === undefined && <Skeletons rows={1} />}
      {found?.ok === false && <FailureCard failure={found.failure} />}
      {found?.ok === true && tasks.length === 0 && <EmptyState icon="check" text="tasks.empty" how="tasks.empty-how" />}
      {open.length > 0 && (
        <section className="section">
          <h2>{t.text("tasks.open")}</h2>
          {toItems(open)}
        </section>
      )}
      {done.length > 0 && (
        <Fold className="section" title={`${t.text("tasks.done")} (${t.number(done.length)})`}>
          {toItems(done)}
        </Fold>
      )}
      <ReminderSection />
      {open.some(({ task }) => task.due !== undefined) && (
        <section className="section">
          <Button
            text="tasks.calendar"
            icon="download"
            onClick={() => downloadText("alcove-tasks.ics", toCalendar(open), "text/calendar")}
          />
          <p className="quiet">{t.text("tasks.calendar-note")}</p>
        </section>
      )}
    </Page>
  );
}

/** Ways to be reminded of a task, and their limits. */
function ReminderSection() {
  const t = useText();
  return (
    <section className="card section">
      <h2>{t.text("tasks.remind.title")}</h2>
      <p className="quiet">{t.text("tasks.remind.open")}</p>
      <AllowNotifications />
    </section>
  );
}

/** One task: to tick off, to change, to delete. */
function TaskItem({ record }: { readonly record: TaskRecord }) {
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
