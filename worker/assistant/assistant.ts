import { type Agent, defineAgent } from "../agent/define/agent.ts";
import type { AgenticSkill } from "../agent/define/agentic-skill.ts";
import { defineSkill } from "../agent/define/skill.ts";
import type { Tool } from "../agent/define/tool.ts";
import type { FilesPort } from "../agent/ports/files-port.ts";
import type { MemoryPort } from "../agent/ports/memory-port.ts";
import { add, calculate, divide, multiply, sqrt, subtract } from "../tools/arithmetic/operations.ts";
import { currentTime, dateAdd, daysBetween } from "../tools/dates/date-tools.ts";
import { setLight } from "../tools/home/set-light.ts";
import type { ReadManual } from "../tools/manual/open-manual.ts";
import { createSearchManual } from "../tools/manual/search-manual.ts";
import { createMemoryDelete } from "../tools/memory/memory-delete.ts";
import { createKomSearchMemory, createMemoryRead, createMemorySearch } from "../tools/memory/read-notes.ts";
import { createKomUpsertMemory, createMemoryWrite } from "../tools/memory/write-notes.ts";
import { createDescribeTable, createDrawChart, createQueryTable } from "../tools/tables/table-tools.ts";
import { createAddTask, createCompleteTask, createListTasks } from "../tools/tasks/task-tools.ts";
import { stringLength } from "../tools/text/string-length.ts";
import { convertUnits } from "../tools/units/convert-units.ts";
import { createHelpSkill } from "./help-skill.ts";

const NO_FILES: FilesPort = { list: async () => [] };
const WITHOUT_MANUAL: ReadManual = async () => null;

/** The agent that answers in the app. It owns the tools that its skills list, and those that the app's flows list. */
export function createAssistant(
  memory: MemoryPort,
  files: FilesPort = NO_FILES,
  readManual: ReadManual = WITHOUT_MANUAL,
): Agent {
  const tables = [createQueryTable(files), createDescribeTable(files)];
  const drawChart = createDrawChart(files);
  const addTask = createAddTask(memory);
  const listTasks = createListTasks(memory);
  const completeTask = createCompleteTask(memory);
  const searchManual = createSearchManual(readManual);
  const skills: readonly AgenticSkill[] = [
    defineSkill({
      name: "assistant",
      description: "Answer questions; use a tool where one fits, then answer with its result.",
      tools: [
        calculate,
        convertUnits,
        currentTime,
        daysBetween,
        dateAdd,
        addTask,
        listTasks,
        stringLength,
        completeTask,
        ...tables,
        drawChart,
        searchManual,
      ],
    }),
    defineSkill({
      name: "plan",
      description: "Keep tasks and reminders, and plan the day with them.",
      instructions: "Look at the tasks before you plan. Add, list and tick off tasks with the tools.",
      tools: [addTask, listTasks, completeTask, currentTime, daysBetween, dateAdd],
    }),
    defineSkill({
      name: "tables",
      description: "Answer questions about an attached table (CSV, TSV, JSON): averages, sums, groups, rows.",
      instructions:
        "Every number about the table comes from query_table. describe_table says which columns there are, draw_chart " +
        "draws.",
      tools: [...tables, drawChart, calculate],
    }),
    defineSkill({
      name: "calculator",
      description: "Compute step by step, one tool call at a time.",
      tools: [add, subtract, multiply, divide],
    }),
    defineSkill({
      name: "letters",
      description: "Answer questions about the letters of words and their numbers.",
      tools: [stringLength, add, sqrt],
    }),
    defineSkill({
      name: "notes",
      description: "Keep notes by namespace and find them again.",
      tools: [createKomSearchMemory(memory), createKomUpsertMemory(memory)],
    }),
    createHelpSkill(readManual, searchManual),
  ];
  return defineAgent({
    name: "alcove",
    prompt: "You are a helpful assistant on the user's own device.",
    memoryTools: [
      createMemoryWrite(memory),
      createMemorySearch(memory),
      createMemoryRead(memory),
      createMemoryDelete(memory),
    ],
    tools: [...new Set<Tool>(skills.flatMap((skill) => skill.tools)), setLight],
    skills,
  });
}
