import { openZip, type ZipFiles } from "./open-zip.ts";
import { readDateStyles, toDateText } from "./read-xlsx-dates.ts";
import { readXml, type XmlPart } from "./read-xml.ts";

/** Columns of a sheet; a file made to be hard to read may name any. */
const MAX_COLUMNS = 1000;
/** Cells of a workbook, empty ones too: a row may name its last column alone. */
const MAX_CELLS = 10_000_000;
/** Characters of a cell; Excel's own bound. */
const MAX_CELL = 32_767;
const MAX_SHEETS = 1_000;

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly startsIn1904: boolean;
}

interface CellFormats {
  readonly strings: readonly string[];
  /** Per style: true where its numbers are dates. */
  readonly dates: readonly boolean[];
  readonly startsIn1904: boolean;
}

/** The text of an Excel workbook: each sheet's name, then its rows with tabs between the cells. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>, maxCharacters: number): Promise<string | null> {
  const zip = await openZip(new Blob([bytes]));
  const workbook = await readWorkbook(zip);
  if (workbook === null) return null;
  const formats: CellFormats = {
    strings: await readStrings((await zip.readText("xl/sharedStrings.xml")) ?? ""),
    dates: await readDateStyles((await zip.readText("xl/styles.xml")) ?? ""),
    startsIn1904: workbook.startsIn1904,
  };
  const texts: string[] = [];
  const left = { characters: maxCharacters, cells: MAX_CELLS };
  for (const { name, path } of workbook.sheets) {
    const rows = await readRows((await zip.readText(path)) ?? "", formats, left);
    if (rows !== "") texts.push(`${name}\n${rows}`);
    if (left.characters < 0 || left.cells < 0) break;
  }
  return texts.join("\n\n");
}

async function readWorkbook(zip: ZipFiles): Promise<Workbook | null> {
  const xml = await zip.readText("xl/workbook.xml");
  if (xml === null) return null;
  const targets = await readTargets((await zip.readText("xl/_rels/workbook.xml.rels")) ?? "");
  const sheets: { name: string; path: string }[] = [];
  let startsIn1904 = false;
  await readXml(xml, (part) => {
    if (part.type !== "open") return;
    if (part.name === "workbookPr") startsIn1904 = /^(?:1|true)$/.test(part.attributes.get("date1904") ?? "");
    if (part.name !== "sheet" || sheets.length === MAX_SHEETS) return;
    const path = targets.get(part.attributes.get("id") ?? "");
    if (path !== undefined) sheets.push({ name: part.attributes.get("name") ?? "", path });
  });
  return { sheets, startsIn1904 };
}

/** The paths of sheets by the ids that the workbook names. */
async function readTargets(xml: string): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  await readXml(xml, (part) => {
    if (part.type !== "open" || part.name !== "Relationship") return;
    const target = part.attributes.get("Target") ?? "";
    targets.set(part.attributes.get("Id") ?? "", target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  });
  return targets;
}

/** The strings that cells name by their number; what is read aloud beside Japanese ones is left out. */
async function readStrings(xml: string): Promise<readonly string[]> {
  const strings: string[] = [];
  let current = "";
  let inText = false;
  let aloud = false;
  await readXml(xml, (part) => {
    if (part.type === "text") {
      if (inText && !aloud) current = (current + part.text).slice(0, MAX_CELL);
    } else if (part.name === "t") inText = part.type === "open";
    else if (part.name === "rPh") aloud = part.type === "open";
    else if (part.name === "si") {
      if (part.type === "close") strings.push(current);
      current = "";
    }
  });
  return strings;
}

interface Cell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
}

/** Amounts of a workbook that may still be read. */
interface Left {
  characters: number;
  cells: number;
}

async function readRows(xml: string, formats: CellFormats, left: Left): Promise<string> {
  const lines: string[] = [];
  const takePart = createRowReader(formats);
  const isFull = () => left.characters < 0 || left.cells < 0;
  const take = (part: XmlPart): void => {
    const row = isFull() ? null : takePart(part);
    if (row === null) return;
    const line = row.join("\t").trimEnd();
    left.cells -= row.length;
    left.characters -= line.length + 1;
    if (!isFull()) lines.push(line);
  };
  await readXml(xml, take, isFull);
  return lines.join("\n").trim();
}

/** Takes the parts of a sheet; gives a row at its end. */
function createRowReader(formats: CellFormats): (part: XmlPart) => readonly string[] | null {
  let row: string[] = [];
  let cell: Cell | null = null;
  let inValue = false;
  return (part) => {
    if (part.type === "text") {
      if (inValue && cell !== null) cell.value = (cell.value + part.text).slice(0, MAX_CELL);
    } else if (part.name === "v" || part.name === "t") inValue = part.type === "open";
    else if (part.name === "c") {
      if (part.type === "open") cell = startCell(part.attributes, row.length);
      if (cell === null || part.type === "open") return null;
      while (row.length < cell.column) row.push("");
      row[cell.column] = toCellText(cell, formats);
      cell = null;
    } else if (part.name === "row" && part.type === "close") {
      const ended = row;
      row = [];
      return ended;
    }
    return null;
  };
}

function startCell(attributes: ReadonlyMap<string, string>, next: number): Cell | null {
  const [letters] = /^[A-Z]{1,3}/.exec(attributes.get("r") ?? "") ?? [];
  const column = letters === undefined ? next : toColumn(letters);
  if (column >= MAX_COLUMNS) return null;
  const style = Number(attributes.get("s") ?? 0);
  return { column, style, type: attributes.get("t") ?? "n", value: "" };
}

function toColumn(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function toCellText({ type, style, value }: Cell, { strings, dates, startsIn1904 }: CellFormats): string {
  if (type === "s") return toOneLine(strings[Number(value)] ?? "");
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  const number = Number(value);
  if (type !== "n" || value === "" || !Number.isFinite(number)) return toOneLine(value);
  if (dates[style] === true) return toDateText(number, startsIn1904);
  // Excel keeps 15 digits; the rest is what binary fractions leave.
  return String(Number(number.toPrecision(15)));
}

function toOneLine(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, " ");
}
