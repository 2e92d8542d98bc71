import type { MemoryId } from "../../../worker/protocol/ids.ts";
import { useText } from "../../messages/use-text.ts";
import { useRead } from "../../services/use-read.ts";
import { toResult } from "../../state/app-state.ts";
import { useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { downloadText } from "../../ui/download.ts";
import { AllowNotifications } from "./allow-notifications.tsx";
import { toCalendar } from "./to-calendar.ts";
import { hasTime, toWhen } from "./to-when.ts";
import "../../styles/reminder.css";

/** A task with a date as it is on the list now: when it is due, and what will ring. Nothing once it is done or deleted. */
export function ReminderCard({ memoryId }: { readonly memoryId: MemoryId }) {
  const t = useText();
  const revision = useAppState((state) => state.memoryRevision);
  const found = useRead((api) => toResult(api.readMemory(memoryId)), [memoryId, revision]);
  const record = found?.ok ? found.value : null;
  const { due, doneAt } = record?.task ?? {};
  if (record?.task === undefined || due === undefined || doneAt !== undefined) return null;
  const { task } = record;
  return (
    <section className="card reminder" data-testid="reminder" aria-label={record.text}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M5 17h14l-2-3v-4a5 5 0 0 0-10 0v4zM10 20h4M12 5V3.5" />
      </svg>
      <div>
        <strong dir="auto">{record.text}</strong>
        <p>{toWhen(task, t).join(" · ")}</p>
        <p className="quiet">{t.text(hasTime(due) ? "tasks.rings" : "tasks.rings-not")}</p>
        <div className="row">
          <Button
            text="tasks.to-calendar"
            small
            icon="download"
            onClick={() => downloadText("alcove-task.ics", toCalendar([{ ...record, task }]), "text/calendar")}
          />
          {hasTime(due) && <AllowNotifications />}
        </div>
      </div>
    </section>
  );
}
