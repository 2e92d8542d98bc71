import type { Translator } from "../../messages/translate.ts";

/** The tools that come with the assistant and are described in each of the page's languages. */
const DESCRIBED = [
  "calculate",
  "current_time",
  "days_between",
  "date_add",
  "convert_units",
  "string_length",
  "memory_write",
  "memory_search",
  "memory_read",
  "memory_delete",
  "add_task",
  "list_tasks",
  "complete_task",
  "query_table",
  "describe_table",
  "draw_chart",
  "run_javascript",
  "run_sql",
  "list_files",
  "find_files",
  "read_file",
  "search_files",
  "list_events",
  "read_page",
  "write_file",
  "edit_file",
  "move_file",
  "delete_file",
  "search_manual",
] as const;

/** The tools that have a name in each of the page's languages. */
const TITLED = [
  ...DESCRIBED,
  // In stored conversations: days_between and date_add have taken its place.
  "date_math",
  "kom.memory.v1.upsert_memory",
  "kom.memory.v1.search_memory",
  "add",
  "subtract",
  "multiply",
  "divide",
  "sqrt",
  "set_light",
  "about_privacy",
  "about_models",
] as const;

/** The part of a text's key that stands for a tool with a description; null for any other. */
export function findDescribedTool(name: string): (typeof DESCRIBED)[number] | null {
  return DESCRIBED.find((each) => each === name) ?? null;
}

/** What a tool is called for people; a tool of others has its own name. */
export function toToolTitle(name: string, t: Translator): string {
  const key = TITLED.find((each) => each === name);
  return key === undefined ? name : t.text(`tool-title.${key}`);
}
