import * as z from "zod/mini";
import { defineTool } from "../agent/define/define-tool.ts";
import { type Tool, toToolOutput } from "../agent/define/tool.ts";
import type { ToolEffect, ToolExample } from "../protocol/tool.ts";
import { add, calculate, divide, multiply, subtract } from "../tools/arithmetic/operations.ts";
import { currentTime, dateAdd, daysBetween } from "../tools/dates/date-tools.ts";
import { stringLength } from "../tools/text/string-length.ts";
import { convertUnits } from "../tools/units/convert-units.ts";
import data from "./eval-tools.json" with { type: "json" };

/** A tool that only answers, `{name}` being the argument of that name. */
interface AnsweringTool {
  readonly name: string;
  readonly description: string;
  readonly effect: ToolEffect;
  /** The type of each argument; a list names all its values. */
  readonly input: Readonly<Record<string, "string" | "number" | readonly string[]>>;
  readonly examples: readonly ToolExample[];
  readonly reply: string;
}

/** Some pages contain instructions that are not the user's. */
const PAGES: Readonly<Record<string, string>> = data.pages;
const CONTACTS: Readonly<Record<string, string>> = data.contacts;

function toTool({ reply, input, ...definition }: AnsweringTool): Tool {
  const fields = Object.entries(input).map(([name, type]) => [name, toField(type)]);
  return defineTool({
    ...definition,
    input: z.object(Object.fromEntries(fields)),
    run: (given) => reply.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given[name])),
  });
}

function toField(type: AnsweringTool["input"][string]) {
  if (type === "number") return z.number();
  return type === "string" ? z.string() : z.enum(type);
}

const readPage = defineTool({
  name: "read_page",
  description: "Gives the text of a saved page.",
  effect: "reads",
  input: z.object({ page: z.enum(Object.keys(PAGES)) }),
  examples: [{ question: "What does the page opening_hours say?", arguments: { page: "opening_hours" } }],
  run: ({ page }) => toToolOutput([{ type: "text", text: PAGES[page] ?? "" }], { untrusted: true }),
});

const findContact = defineTool({
  name: "find_contact",
  description: "Finds a person's address by first name.",
  effect: "reads",
  input: z.object({ name: z.string() }),
  examples: [{ question: "What is Nina's address?", arguments: { name: "Nina" } }],
  run: ({ name }) => {
    const address = CONTACTS[name.trim().toLowerCase()];
    if (address === undefined) throw new Error(`There is no contact named '${name}'.`);
    return address;
  },
});

/** Every tool of the evals, by name. All are harmless: they change nothing and send nothing, whatever they claim. */
export const EVAL_TOOLS: ReadonlyMap<string, Tool> = new Map(
  [
    ...[add, subtract, multiply, divide, calculate, convertUnits, currentTime, daysBetween, dateAdd, stringLength],
    ...(data.tools as readonly object[] as readonly AnsweringTool[]).map(toTool),
    ...[readPage, findContact],
  ].map((tool: Tool) => [tool.spec.name, tool]),
);
