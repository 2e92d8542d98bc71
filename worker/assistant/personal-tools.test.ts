import { expect, test } from "vitest";
import { createMapMemory } from "../tools/memory/map-memory.fixture.ts";
import { createAssistant } from "./assistant.ts";
import { addCodeSkill } from "./code-skill.ts";
import { addDocuments } from "./documents-skill.ts";

const never = () => new Promise<never>(() => undefined);
const port = new Proxy({}, { get: () => never }) as never;

test("of the app's tools that read, only those that need nothing of the user's are not personal", () => {
  const files = { list: never };
  const documents = addDocuments(createAssistant(createMapMemory(), files), port, port);
  const { skills } = addCodeSkill(documents, files, { loadScripts: never, loadSql: never });
  const tools = skills.flatMap((skill) => (skill.type === "deterministic" ? [] : skill.tools));
  const open = tools.filter(({ spec }) => spec.effect === "reads" && spec.personal !== true);
  expect([...new Set(open.map(({ spec }) => spec.name))].sort()).toEqual([
    ...["add", "calculate", "convert_units", "current_time", "date_add", "days_between"],
    ...["divide", "multiply", "search_manual", "sqrt", "string_length", "subtract"],
  ]);
});
