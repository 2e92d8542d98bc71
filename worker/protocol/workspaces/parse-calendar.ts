/** A property of a calendar's entry, such as `DTSTART;TZID=Europe/Vienna:20260504T193000`. */
export interface CalendarProperty {
  /** In capitals. */
  readonly name: string;
  /** Parameters as they are written, each with a `;` before it. */
  readonly parameters: string;
  readonly value: string;
}

/** An event, a task or a journal's page of a calendar. */
export type CalendarEntry = readonly CalendarProperty[];

/** A day or a time on the clock of some zone. */
export interface CalendarTime {
  /** `2026-05-04` or `2026-05-04T19:30`. */
  readonly wall: string;
  /** Name of the time zone; null where it is the reader's own. */
  readonly zone: string | null;
}

/** The entries of a calendar file (RFC 5545) in their order, without what is inside them. Null if it is no calendar. */
export function parseCalendar(text: string): readonly CalendarEntry[] | null {
  const entries: CalendarProperty[][] = [];
  let entry: CalendarProperty[] | null = null;
  let inner = 0;
  let isCalendar = false;
  for (const line of text.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/)) {
    const property = readProperty(line);
    if (property === null) continue;
    const { name, value } = property;
    if (name === "BEGIN" && /^VCALENDAR$/i.test(value)) isCalendar = true;
    else if (name === "BEGIN" && entry !== null) inner += 1;
    else if (name === "BEGIN" && /^V(?:EVENT|TODO|JOURNAL)$/i.test(value)) entry = [];
    else if (name === "END" && inner > 0) inner -= 1;
    else if (name === "END" && entry !== null) {
      entries.push(entry);
      entry = null;
    } else if (inner === 0) entry?.push(property);
  }
  return isCalendar ? entries : null;
}

function readProperty(line: string): CalendarProperty | null {
  const [, name, parameters = "", value = ""] =
    /^([A-Za-z-]+)((?:;[^":;]*(?:"[^"]*"[^":;]*)?)*):(.*)$/.exec(line) ?? [];
  return name === undefined ? null : { name: name.toUpperCase(), parameters, value };
}

/** The entry's first property of a name. */
export function findProperty(entry: CalendarEntry, name: string): CalendarProperty | undefined {
  return entry.find((property) => property.name === name);
}

export function readParameter({ parameters }: CalendarProperty, name: "CN" | "TZID"): string | undefined {
  const [, quoted, plain] = new RegExp(`;${name}=(?:"([^"]*)"|([^";:]+))`, "i").exec(parameters) ?? [];
  return quoted ?? plain;
}

/** The text of a property's value. */
export function unescapeText(value: string): string {
  return value.replaceAll(/\\([nN,;\\])/g, (_, letter: string) => (/n/i.test(letter) ? "\n" : letter)).trim();
}

/** The first day or time of a property. Null if it has none. */
export function readTime(property: CalendarProperty | undefined): CalendarTime | null {
  return property === undefined ? null : (listTimes(property)[0] ?? null);
}

/** The days or times of a property, in its zone where it names one. */
export function listTimes(property: CalendarProperty): readonly CalendarTime[] {
  const zone = readParameter(property, "TZID") ?? null;
  return property.value.split(",").flatMap((value) => toTime(value, zone) ?? []);
}

/** A value as a day, or as a time of a zone unless it is in UTC. Null if it is neither. */
export function toTime(value: string, zone: string | null): CalendarTime | null {
  const [, year, month, day, hour, minute, utc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/i.exec(value) ?? [];
  const date = `${year}-${month}-${day}`;
  const wall = hour === undefined ? date : `${date}T${hour}:${minute}`;
  if (year === undefined || Number.isNaN(Date.parse(hour === undefined ? date : `${wall}Z`))) return null;
  return { wall, zone: hour === undefined ? null : utc === undefined ? zone : "UTC" };
}
