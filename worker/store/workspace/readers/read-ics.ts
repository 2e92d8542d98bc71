/** Labels of a calendar's entries, in the order that they are shown. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["DTSTART", "Begins"],
  ["DTEND", "Ends"],
  ["DUE", "Due"],
  ["LOCATION", "Where"],
  ["RRULE", "Repeats"],
  ["ORGANIZER", "Organizer"],
  ["ATTENDEE", "With"],
  ["STATUS", "Status"],
  ["DESCRIPTION", "Notes"],
]);

interface CalendarEntry {
  title: string;
  begins: string;
  readonly lines: { readonly order: number; readonly text: string }[];
}

/** The entries of a calendar file, the earliest first, each with its title and one line for each thing it says. */
export function readIcs(text: string): string | null {
  const entries: CalendarEntry[] = [];
  let entry: CalendarEntry | null = null;
  let inner = 0;
  let isCalendar = false;
  for (const line of text.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/)) {
    const property = readProperty(line);
    if (property === null) continue;
    const { name, value } = property;
    if (name === "BEGIN" && /^VCALENDAR$/i.test(value)) isCalendar = true;
    else if (name === "BEGIN" && entry !== null) inner += 1;
    else if (name === "BEGIN" && /^V(?:EVENT|TODO|JOURNAL)$/i.test(value)) entry = { title: "", begins: "", lines: [] };
    else if (name === "END" && inner > 0) inner -= 1;
    else if (name === "END" && entry !== null) {
      entries.push(entry);
      entry = null;
    } else if (entry !== null && inner === 0) addProperty(entry, property);
  }
  if (!isCalendar) return null;
  return entries
    .sort((left, right) => (left.begins < right.begins ? -1 : left.begins > right.begins ? 1 : 0))
    .map(toEntryText)
    .join("\n\n");
}

interface Property {
  readonly name: string;
  readonly parameters: string;
  readonly value: string;
}

function readProperty(line: string): Property | null {
  const [, name, parameters = "", value = ""] =
    /^([A-Za-z-]+)((?:;[^":;]*(?:"[^"]*"[^":;]*)?)*):(.*)$/.exec(line) ?? [];
  return name === undefined ? null : { name: name.toUpperCase(), parameters, value };
}

function addProperty(entry: CalendarEntry, property: Property): void {
  const { name } = property;
  if (name === "SUMMARY") entry.title = unescapeText(property.value);
  const text = toValueText(property);
  if (name === "DTSTART" || (name === "DUE" && entry.begins === "")) entry.begins = text;
  const label = LABELS.get(name);
  if (label === undefined || text === "") return;
  entry.lines.push({ order: [...LABELS.keys()].indexOf(name), text: `${label}: ${text}` });
}

function toValueText({ name, parameters, value }: Property): string {
  if (name === "DTSTART" || name === "DTEND" || name === "DUE") return toTimeText(value, parameters);
  if (name === "RRULE") return value.toLowerCase().replaceAll(";", ", ").replaceAll("=", " ");
  if (name === "ATTENDEE" || name === "ORGANIZER") {
    return readParameter(parameters, "CN") ?? value.replace(/^mailto:/i, "");
  }
  return unescapeText(value);
}

function readParameter(parameters: string, name: "CN" | "TZID"): string | undefined {
  const [, quoted, plain] = new RegExp(`;${name}=(?:"([^"]*)"|([^";:]+))`, "i").exec(parameters) ?? [];
  return quoted ?? plain;
}

/** `20260504T100000Z` as `2026-05-04 10:00 UTC`, with its time zone where it names one. */
function toTimeText(value: string, parameters: string): string {
  const [, year, month, day, hour, minute, utc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?/.exec(value) ?? [];
  if (year === undefined) return value;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const zone = utc === undefined ? readParameter(parameters, "TZID") : "UTC";
  return `${date} ${hour}:${minute}${zone === undefined ? "" : ` ${zone}`}`;
}

function unescapeText(value: string): string {
  return value.replaceAll(/\\([nN,;\\])/g, (_, letter: string) => (/n/i.test(letter) ? "\n" : letter)).trim();
}

function toEntryText({ title, lines }: CalendarEntry): string {
  const sorted = [...lines].sort((left, right) => left.order - right.order).map(({ text }) => text);
  return [title === "" ? "(no title)" : title, ...sorted].join("\n");
}
