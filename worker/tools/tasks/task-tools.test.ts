import { describe, expect, it } from "vitest";
import type { MemoryEdit } from "../../protocol/memory.ts";
import { completeTask } from "../../protocol/tasks/task.ts";
import { createInMemoryStores } from "../../store/in-memory-stores.ts";
import { describeToolContract, runTool, toContext } from "../tool.contract.ts";
import { createAddTask, createCompleteTask, createListTasks } from "./task-tools.ts";

/** A Tuesday, 9:30. */
const NOW = Date.UTC(2026, 2, 10, 9, 30);
const DAY_MS = 86_400_000;

function openTasks() {
  let ids = 0;
  let now = NOW;
  const { memories } = createInMemoryStores({ now: () => now, newId: () => `task-${++ids}` });
  const [add, list, complete] = [createAddTask(memories), createListTasks(memories), createCompleteTask(memories)];
  const edits: MemoryEdit[] = [];
  const context = (facts = {}) => toContext({ now, noteEdit: (edit) => edits.push(edit), ...facts });
  return {
    memories,
    edits,
    setNow: (time: number) => {
      now = time;
    },
    context,
    add: (args: { task: string; due?: string }) => runTool(add, args, context()),
    list: (which = "open") => runTool(list, { which }, context()),
    complete: (task: string) => runTool(complete, { task }, context()),
    tools: { add, list, complete },
  };
}

describe("the tools for tasks", () => {
  const { tools } = openTasks();
  describeToolContract(tools.add);
  describeToolContract(tools.list);

  it("keep what is to be done with its date and list the soonest first", async () => {
    const tasks = openTasks();
    await tasks.add({ task: "clean the roof" });
    await tasks.add({ task: "pay the rent", due: "Friday at 9:00" });
    expect(await tasks.add({ task: "call the dentist", due: "tomorrow" })).toEqual({
      added: true,
      task: "call the dentist",
      due: "2026-03-11 (Wednesday)",
    });
    expect(await tasks.list()).toMatchObject({
      content: [
        {
          value: {
            tasks: [
              { task: "call the dentist", due: "2026-03-11 (Wednesday)" },
              { task: "pay the rent", due: "2026-03-13 09:00 (Friday)" },
              { task: "clean the roof" },
            ],
          },
        },
      ],
    });
    expect(await tasks.list("today")).toBe("There are no tasks: today.");
    tasks.setNow(NOW + DAY_MS * 3);
    expect(await tasks.list("late")).toMatchObject({
      content: [{ value: { tasks: [{ due: "2026-03-11 (Wednesday), late" }, { task: "pay the rent" }] } }],
    });
  });

  it("take a date that was left in the words, and say which one cannot be read", async () => {
    const tasks = openTasks();
    expect(await tasks.add({ task: "send the invoice tomorrow at 10" })).toMatchObject({
      task: "send the invoice",
      due: "2026-03-11 10:00 (Wednesday)",
    });
    expect(await tasks.add({ task: "pay the rent tomorrow", due: "tomorrow" })).toMatchObject({ task: "pay the rent" });
    expect(await tasks.add({ task: "sleep", due: "someday" })).toEqual({
      added: true,
      task: "sleep",
      note: expect.stringContaining("It has no date: 'someday' is not a date"),
    });
    await expect(async () => tasks.add({ task: " " })).rejects.toThrow("empty");
  });

  it("tick a task off by its words, and have one that repeats come again", async () => {
    const tasks = openTasks();
    await tasks.add({ task: "buy milk" });
    await tasks.add({ task: "water the plants", due: "every Monday" });
    expect(await tasks.complete("milk")).toEqual({ done: true, task: "buy milk" });
    expect(await tasks.complete("Water the plants")).toEqual({
      done: true,
      task: "water the plants",
      next: "2026-03-23 (Monday), weekly",
    });
    expect(await tasks.list("done")).toMatchObject({ content: [{ value: { tasks: [{ task: "buy milk" }] } }] });
    await expect(async () => tasks.complete("buy milk")).rejects.toThrow("no open task 'buy milk'");
  });

  it("ask which one is meant instead of guessing", async () => {
    const tasks = openTasks();
    await tasks.add({ task: "call Ana" });
    await tasks.add({ task: "call Bob" });
    await expect(async () => tasks.complete("call")).rejects.toThrow("Several open tasks fit");
    expect(await tasks.list()).toMatchObject({ content: [{ value: { tasks: [{}, {}] } }] });
  });

  it("note what they wrote, so that it can be taken back", async () => {
    const tasks = openTasks();
    await tasks.add({ task: "buy milk" });
    await tasks.complete("buy milk");
    expect(await tasks.memories.revert(tasks.edits.slice(1))).toEqual({ type: "reverted", notes: 1 });
    expect(await tasks.list()).toMatchObject({ content: [{ value: { tasks: [{ task: "buy milk" }] } }] });
    expect(await tasks.memories.revert(tasks.edits.slice(0, 1))).toEqual({ type: "reverted", notes: 1 });
    expect(await tasks.list()).toBe("There are no open tasks.");
  });

  it("mark what was added after reading from outside, and what lists it", async () => {
    const { memories, context, tools: own } = openTasks();
    await runTool(own.add, { task: "pay Mallory" }, context({ tainted: true }));
    expect(await memories.list({ namespace: "tasks" })).toMatchObject([{ record: { untrusted: true } }]);
    expect(await runTool(own.list, {}, context())).toMatchObject({ untrusted: true });
  });

  it("stay out of searches for notes, which would not say that they are done", async () => {
    const { memories, add } = openTasks();
    await add({ task: "call the dentist" });
    expect(await memories.search({ text: "dentist", limit: 5 })).toEqual([]);
    expect(await memories.search({ text: "dentist", namespace: "tasks", limit: 5 })).toHaveLength(1);
  });
});

describe("a task that repeats", () => {
  it.each([
    ["daily", "2026-03-09", "2026-03-11"],
    ["weekly", "2026-03-16T08:00", "2026-03-23T08:00"],
    ["monthly", "2026-01-31", "2026-03-31"],
    ["yearly", "2024-02-29", "2027-02-28"],
    ["daily", "2024-01-01", "2026-03-11"],
  ] as const)("%s from %s is due next on %s", (repeats, due, next) => {
    const done = completeTask({ due, repeats, firstDue: due }, NOW, "2026-03-10T09:30");
    expect(done).toEqual({ due: next, repeats, firstDue: due });
  });

  it("keeps its day of the month after a short month", () => {
    const february = completeTask(
      { due: "2026-01-31", repeats: "monthly", firstDue: "2026-01-31" },
      0,
      "2026-01-31T09:00",
    );
    expect(february.due).toBe("2026-02-28");
    expect(completeTask(february, 0, "2026-02-28T09:00").due).toBe("2026-03-31");
  });

  it("is closed where a file gave it a date of no calendar", () => {
    expect(completeTask({ due: "2026-99-99", repeats: "daily" }, 7, "2026-03-10T09:30")).toMatchObject({ doneAt: 7 });
  });
});
