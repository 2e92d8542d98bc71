/** The tools that come with the assistant and have a name in each of the page's languages. */
const TITLED = [
  "calculate",
  "current_time",
  "date_math",
  "convert_units",
  "string_length",
  "memory_write",
  "memory_search",
  "memory_read",
] as const;

/** The part of a text's key that stands for a tool; null for one that has its own name only. */
export function findToolTitle(name: string): (typeof TITLED)[number] | null {
  return TITLED.find((each) => each === name) ?? null;
}
