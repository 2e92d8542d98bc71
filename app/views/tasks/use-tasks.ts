import type { Result } from "../../../worker/protocol/failure.ts";
import type { MemoryRecord } from "../../../worker/protocol/memory.ts";
import { compareTasks, completeTask, TASK_NAMESPACE, type TaskState } from "../../../worker/protocol/tasks/task.ts";
import { useRead } from "../../services/use-read.ts";
import { toResult } from "../../state/app-state.ts";
import { readWall } from "../../state/read-wall.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import type { EnteredTask } from "./task-form.tsx";

const MAX_TASKS = 1000;

/** A note that is a task. */
export interface TaskRecord extends MemoryRecord {
  readonly task: TaskState;
}

/** The tasks, in the order they are due; undefined until they are read. */
export function useTasks(): Result<readonly TaskRecord[]> | undefined {
  const revision = useAppState((state) => state.memoryRevision);
  const query = { text: "", namespace: TASK_NAMESPACE, limit: MAX_TASKS };
  const found = useRead((api) => toResult(api.listMemories(query)), [revision]);
  return found?.ok ? { ok: true, value: toTasks(found.value.map(({ record }) => record)) } : found;
}

function toTasks(records: readonly MemoryRecord[]): readonly TaskRecord[] {
  const tasks = records.flatMap((record) => (record.task === undefined ? [] : [{ ...record, task: record.task }]));
  return tasks.sort(compareTasks);
}

/** Actions of the user on tasks; `add` and `change` return whether it was stored. */
export type TaskActions = ReturnType<typeof useTaskActions>;

export function useTaskActions() {
  const { api, toasts } = useApp();
  const restore = (record: MemoryRecord) => void toasts.reportUnsaved(api.restoreMemories([record]));
  return {
    add: (entered: EnteredTask) =>
      toasts.reportUnsaved(api.saveMemory({ namespace: TASK_NAMESPACE, source: { type: "user" }, ...entered })),
    change: (record: TaskRecord, entered: EnteredTask) => toasts.reportUnsaved(api.changeMemory(record.id, entered)),
    async toggle(record: TaskRecord): Promise<void> {
      const { doneAt, ...open } = record.task;
      const task = doneAt === undefined ? completeTask(record.task, Date.now(), readWall()) : open;
      if (!(await toasts.reportUnsaved(api.changeMemory(record.id, { task })))) return;
      if (doneAt === undefined) {
        toasts.show({ text: "tasks.completed", values: { task: record.text }, undo: () => restore(record) });
      }
    },
    async remove(record: TaskRecord): Promise<void> {
      if (!(await toasts.reportUnsaved(api.deleteMemory(record.id)))) return;
      toasts.show({ text: "tasks.deleted", undo: () => restore(record) });
    },
  };
}
