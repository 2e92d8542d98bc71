import { expect, it } from "vitest";
import type { MemoryHit } from "../../worker/protocol/memory.ts";
import type { TaskState } from "../../worker/protocol/tasks/task.ts";
import type { AppState } from "../state/app-state.ts";
import { createTextStore } from "../state/text-store.ts";
import { type ReminderDeps, watchTasks } from "./watch-tasks.ts";

function toHit(text: string, task: TaskState): MemoryHit {
  const record = { id: text, namespace: "tasks", text, tags: [], source: { type: "user" }, createdAt: 0, updatedAt: 0 };
  return { record: { ...record, source: { type: "user" }, task }, score: 1 };
}

/** A page with these tasks, whose clock the test moves. */
async function openPage(hits: readonly MemoryHit[]) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
  const seen = { toasts: [] as unknown[], notified: [] as string[], badges: [] as number[] };
  let wall = "2026-03-10T09:30";
  let tick = () => {};
  const deps: ReminderDeps = {
    readWall: () => wall,
    notify: ({ text }) => seen.notified.push(text),
    setBadge: (count) => seen.badges.push(count),
    every: (_, callback) => {
      tick = callback;
    },
  };
  const app = {
    api: { listMemories: async () => ({ ok: true, value: hits }) },
    store: { subscribe: (_: (now: AppState, before: AppState) => void) => () => {} },
    texts: createTextStore(storage),
    toasts: { show: ({ values }: { values: { task: string } }) => seen.toasts.push(values.task) },
  } as unknown as Parameters<typeof watchTasks>[0];
  const open = async () => {
    watchTasks(app, deps);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  await open();
  const moveTo = (minute: string) => {
    wall = minute;
    tick();
  };
  return { seen, moveTo, open, setWall: (minute: string) => (wall = minute) };
}

it("reminds once of a task when its time comes, and counts what is due on the icon", async () => {
  const page = await openPage([
    toHit("call Ana", { due: "2026-03-10T10:00" }),
    toHit("tax", { due: "2026-03-10" }),
    toHit("done", { due: "2026-03-10T09:45", doneAt: 1 }),
    toHit("later", {}),
  ]);
  expect(page.seen).toEqual({ toasts: [], notified: [], badges: [1] });
  page.moveTo("2026-03-10T09:59");
  page.moveTo("2026-03-10T10:00");
  page.moveTo("2026-03-10T10:01");
  expect(page.seen).toEqual({ toasts: ["call Ana"], notified: ["call Ana"], badges: [1, 1, 2, 2] });
});

it("tells at the next visit what came due while it was closed", async () => {
  const page = await openPage([toHit("call Ana", { due: "2026-03-11T10:00" })]);
  page.setWall("2026-03-12T08:00");
  await page.open();
  expect(page.seen.toasts).toEqual(["call Ana"]);
});
