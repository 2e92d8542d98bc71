import {
  type CalendarEntry,
  type CalendarProperty,
  findProperty,
  parseCalendar,
  readParameter,
  readTime,
  unescapeText,
} from "../../../protocol/workspaces/parse-calendar.ts";

/** Labels of a calendar's entries, in the order that they are shown. */
const LABELS = [
  ["DTSTART", "Begins"],
  ["DTEND", "Ends"],
  ["DUE", "Due"],
  ["LOCATION", "Where"],
  ["RRULE", "Repeats"],
  ["ORGANIZER", "Organizer"],
  ["ATTENDEE", "With"],
  ["STATUS", "Status"],
  ["DESCRIPTION", "Notes"],
] as const;

/** The entries of a calendar file, the earliest first, each with its title and one line for each thing it says. */
export function readIcs(text: string): string | null {
  const entries = parseCalendar(text)?.map((entry) => {
    const begins = findProperty(entry, "DTSTART") ?? findProperty(entry, "DUE");
    return { begins: begins === undefined ? "" : toValueText(begins), text: toEntryText(entry) };
  });
  if (entries === undefined) return null;
  const sorted = entries.sort((left, right) => (left.begins < right.begins ? -1 : left.begins > right.begins ? 1 : 0));
  return sorted.map((entry) => entry.text).join("\n\n");
}

function toEntryText(entry: CalendarEntry): string {
  const title = unescapeText(findProperty(entry, "SUMMARY")?.value ?? "");
  const lines = LABELS.flatMap(([name, label]) =>
    entry
      .filter((property) => property.name === name)
      .map(toValueText)
      .flatMap((value) => (value === "" ? [] : [`${label}: ${value}`])),
  );
  return [title === "" ? "(no title)" : title, ...lines].join("\n");
}

function toValueText(property: CalendarProperty): string {
  const { name, value } = property;
  if (name === "DTSTART" || name === "DTEND" || name === "DUE") {
    const time = readTime(property);
    return time === null ? value : `${time.wall.replace("T", " ")}${time.zone === null ? "" : ` ${time.zone}`}`;
  }
  if (name === "RRULE") return value.toLowerCase().replaceAll(";", ", ").replaceAll("=", " ");
  if (name === "ATTENDEE" || name === "ORGANIZER") {
    return readParameter(property, "CN") ?? value.replace(/^mailto:/i, "");
  }
  return unescapeText(value);
}
