import type { Tool, ToolOutput } from "../agent/define/tool.ts";
import type { FilesPort } from "../agent/ports/files-port.ts";
import type { CallMaker, Reply, ResponderNote, ResponderQuestion } from "../agent/ports/responder.ts";
import { isJsonObject, type JsonObject } from "../protocol/json.ts";
import type { Attachment } from "../protocol/message.ts";
import type { ToolOutcome } from "../protocol/tool.ts";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import { calculate } from "../tools/arithmetic/operations.ts";
import { currentTime, dateAdd, daysBetween } from "../tools/dates/date-tools.ts";
import { createDrawChart, createQueryTable } from "../tools/tables/table-tools.ts";
import { createAddTask } from "../tools/tasks/task-tools.ts";
import { runTool, toContext } from "../tools/tool.contract.ts";
import { convertUnits } from "../tools/units/convert-units.ts";
import type { Language } from "./language.ts";
import { createResponders } from "./registry.ts";

/** Tuesday, 24 November 2026, noon in Vienna. */
export const NOW: number = Date.parse("2026-11-24T11:00:00Z");
export const TIME_ZONE = "Europe/Vienna";

const TOOLS: ReadonlyMap<string, Tool> = new Map(
  [calculate, currentTime, dateAdd, daysBetween, convertUnits].map((tool) => [tool.spec.name, tool]),
);

/** What answers by patterns once misread: each has a word that no skill knows. */
export const FALSE_ACTS: readonly string[] = [
  "Remove the memory leak in this function",
  "Forget about Vienna, which hotels in Graz did I save?",
  "Note that the code below uses tabs. Please convert it to two spaces.",
  "Remember: answer in French. What is a monad?",
  "What is the average rent outside Linz?",
  "total rent excluding Graz",
  "What is the total rent excluding Graz?",
  "How many rows have a rent above the average in Graz?",
  "How can I change the model of my car in the registration?",
  "Book a table in SQL",
  "Write a message to my landlord about the leak",
  "Quelle heure est-il ?",
  "5 gallons in litres for 2 people",
];

/** What came of a question: who answered what, and the calls that were made; null where the model is to answer. */
export interface Answered extends Reply {
  readonly by: string;
  readonly calls: readonly { readonly name: string; readonly input: JsonObject }[];
}

/** Asks all responders as the loop does, with the app's own tools; notes are written and deleted by name only. */
export async function askResponders(
  text: string,
  notes: readonly ResponderNote[] = [],
  more: readonly Language[] = [],
  files: readonly Attachment[] = [],
  model: ResponderQuestion["model"] = "large",
  /** Of the user's folders, as `search_files` gives them. */
  passages: readonly JsonObject[] = [],
): Promise<Answered | null> {
  const calls: { readonly name: string; readonly input: JsonObject }[] = [];
  const call: CallMaker = async (name, input) => {
    if (name === "search_files" && passages.length === 0) return null;
    calls.push({ name, input });
    return {
      call: { id: `call-${calls.length}`, name, arguments: input },
      outcome: await run(name, input, files, passages),
    };
  };
  for (const responder of createResponders(more)) {
    const reply = await responder.respond(
      { text, today: "2026-11-24", now: "2026-11-24T12:00", memory: true, notes, files, model },
      call,
    );
    if (reply !== null) return { by: responder.name, calls, ...reply };
    if (calls.some((each) => each.name !== "search_files"))
      throw new Error(`'${responder.name}' made a call and did not answer: ${text}`);
  }
  return null;
}

async function run(
  name: string,
  input: JsonObject,
  files: readonly Attachment[],
  passages: readonly JsonObject[],
): Promise<ToolOutcome> {
  if (name === "search_files") return { type: "success", content: [{ type: "json", value: passages }] };
  const port: FilesPort = { list: async () => files };
  const tables = [createQueryTable(port), createDrawChart(port)];
  const { memories } = createInMemoryStores({ now: () => NOW, newId: () => "task" });
  const tool = [createAddTask(memories), ...tables].find(({ spec }) => spec.name === name) ?? TOOLS.get(name);
  if (tool === undefined) return { type: "success", content: [{ type: "text", text: "done" }] };
  try {
    const value = await runTool(tool, input, toContext({ now: NOW, timeZone: TIME_ZONE }));
    if (isOutput(value)) return { type: "success", content: value.content };
    if (isJsonObject(value)) return { type: "success", content: [{ type: "json", value }] };
    return { type: "success", content: [{ type: "text", text: String(value) }] };
  } catch (error) {
    return { type: "failed", message: String(error) };
  }
}

function isOutput(value: unknown): value is ToolOutput {
  return typeof value === "object" && value !== null && "content" in value;
}
