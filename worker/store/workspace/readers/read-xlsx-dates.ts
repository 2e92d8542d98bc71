import { readXml } from "./read-xml.ts";

const DAY_MS = 86_400_000;
/** 30 December 1899, from which Excel counts days, in days before 1970; and how much later a Mac once began. */
const EPOCH_DAYS = 25_569;
const DAYS_TO_1904 = 1462;
const MAX_DAYS = 2_958_466;

/** Per style of a workbook: true where it shows numbers as dates or times. */
export async function readDateStyles(xml: string): Promise<readonly boolean[]> {
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let inCells = false;
  await readXml(xml, (part) => {
    if (part.type === "text") return;
    if (part.name === "cellXfs") inCells = part.type === "open";
    if (part.type !== "open") return;
    if (part.name === "numFmt") {
      codes.set(Number(part.attributes.get("numFmtId")), part.attributes.get("formatCode") ?? "");
    }
    if (part.name === "xf" && inCells) styles.push(isDate(Number(part.attributes.get("numFmtId") ?? 0), codes));
  });
  return styles;
}

/** The formats that are built in, or a code with letters of a date outside quotes and brackets. */
function isDate(format: number, codes: ReadonlyMap<number, string>): boolean {
  const code = codes.get(format);
  if (code !== undefined) return /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ""));
  return (format >= 14 && format <= 22) || (format >= 45 && format <= 47);
}

/** A day as `2026-05-04`, with its time where it has one; a time alone as `14:30`. */
export function toDateText(days: number, startsIn1904: boolean): string {
  if (days < 0 || days > MAX_DAYS) return String(days);
  const since = (startsIn1904 ? days + DAYS_TO_1904 : days) - EPOCH_DAYS;
  const text = new Date(Math.round((since * DAY_MS) / 1000) * 1000).toISOString();
  const time = text.slice(11, text.slice(17, 19) === "00" ? 16 : 19);
  if (days < 1) return time;
  return Number.isInteger(days) ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`;
}
