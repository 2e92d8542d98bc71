import type { Result } from "../../../worker/protocol/failure.ts";
import type { MemoryRecord } from "../../../worker/protocol/memory.ts";
import { compareTasks, completeTask, TASK_NAMESPACE, type TaskState } from "../../../worker/protocol/tasks/task.ts";
import { useNoteActions } from "../../parts/notes/use-note-actions.ts";
import { useRead } from "../../services/use-read.ts";
import { toResult } from "../../state/app-state.ts";
import { readWall } from "../../state/read-wall.ts";
import { useApp, useAppState } from "../../state/use-app.ts";

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

/** Ticks a task off, or opens it again. */
export function useToggleTask(): (record: TaskRecord) => Promise<void> {
  const { toasts } = useApp();
  const { change, restore } = useNoteActions();
  return async (record) => {
    const { doneAt, ...open } = record.task;
    const task = doneAt === undefined ? completeTask(record.task, Date.now(), readWall()) : open;
    if (!(await change(record, { task })) || doneAt !== undefined) return;
    toasts.show({ text: "tasks.completed", values: { task: record.text }, undo: () => restore([record]) });
  };
}
