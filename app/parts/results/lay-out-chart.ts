import { scaleBand, scaleLinear } from "d3-scale";
import { arc, line, type PieArcDatum, pie } from "d3-shape";
import type { JsonValue } from "../../../worker/protocol/json.ts";
import type { ChartPoint, ChartType } from "./read-results.ts";

/** `ink` for words, `axis` for lines that help the eye, a number for a colour of the chart's own. */
export type ChartColor = "ink" | "axis" | number;

/** Shapes of a chart, whatever draws them. */
export type ChartShape =
  | {
      readonly type: "path";
      readonly path: string;
      /** Where the path's own zero is; in the corner where it is absent. */
      readonly at?: readonly [x: number, y: number];
      readonly color: ChartColor;
      readonly isLine: boolean;
    }
  | {
      readonly type: "text";
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly anchor: "start" | "middle" | "end";
      readonly color: ChartColor;
    };

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly ChartShape[];
}

interface Frame {
  readonly width: number;
  readonly format: (value: number) => string;
}

export const COLORS = 8;
const ROW = 26;
const HEIGHT = 260;
/** Of a letter, near enough. */
const LETTER = 7;
const BOTTOM = 24;
/** Round numbers beside a chart, about so many. */
const TICKS = 5;

/** Where everything of a chart lies. Words that do not fit are cut. */
export function layOutChart(type: ChartType, points: readonly ChartPoint[], frame: Frame): ChartLayout {
  switch (type) {
    case "bar":
      return layOutBars(points, frame);
    case "pie":
      return layOutPie(points, frame);
    case "line":
    case "scatter":
    case "histogram":
      return layOutPlane(type, points, frame);
  }
}

/** Bars from left to right, so that their labels fit on a phone too. */
function layOutBars(points: readonly ChartPoint[], { width, format }: Frame): ChartLayout {
  const labelWidth = Math.min(width * 0.35, Math.max(...points.map(({ label }) => label.length)) * LETTER + 8);
  const valueWidth = Math.max(...points.map(({ value }) => format(value).length)) * LETTER + 8;
  const least = Math.min(0, ...points.map(({ value }) => value));
  const greatest = Math.max(0, ...points.map(({ value }) => value));
  const toX = scaleLinear(
    [least, greatest || (least === 0 ? 1 : 0)],
    [labelWidth, Math.max(labelWidth + 1, width - valueWidth)],
  );
  const zero = toX(0);
  const shapes = points.flatMap(({ label, value }, index): ChartShape[] => {
    const y = index * ROW;
    const [from, to] = value < 0 ? [toX(value), zero] : [zero, toX(value)];
    return [
      toText(cut(label, labelWidth), { x: labelWidth - 8, y: y + 17, anchor: "end" }),
      toRect(from, y + 4, { width: Math.max(1, to - from), height: ROW - 8 }, 0),
      toText(format(value), { x: Math.max(from, to) + 6, y: y + 17, anchor: "start" }),
    ];
  });
  const height = points.length * ROW;
  return { width, height, shapes: [...shapes, toLine(`M${round(zero)} 0V${height}`, "axis")] };
}

/** Points over a line of labels or numbers, with lines at round heights. */
function layOutPlane(
  type: "line" | "scatter" | "histogram",
  points: readonly ChartPoint[],
  { width, format }: Frame,
): ChartLayout {
  const values = points.map(({ value }) => value);
  const isFromZero = type === "histogram";
  const toY = toHeight([...values, ...(isFromZero ? [0] : [])]);
  const ticks = toY.ticks(TICKS);
  const left = Math.max(...ticks.map((tick) => format(tick).length)) * LETTER + 8;
  const places = points.map(({ place }) => place);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const right = width - 10;
  const byNumber = scaleLinear(first === last ? [first, first + 1] : [first, last], [left, right]);
  const byPlace = scaleBand(points.keys(), [left, right]);
  const toX = (point: ChartPoint, index: number) =>
    type === "scatter" ? byNumber(point.place) : (byPlace(index) ?? left) + byPlace.bandwidth() / 2;
  const lines = ticks.flatMap((tick): ChartShape[] => [
    toLine(`M${round(left)} ${round(toY(tick))}H${width}`, "axis"),
    toText(format(tick), { x: left - 6, y: toY(tick) + 4, anchor: "end" }),
  ]);
  const spots = points.map((point, index): [number, number] => [toX(point, index), toY(point.value)]);
  const column = byPlace.bandwidth();
  const marks: ChartShape[] =
    type === "histogram"
      ? spots.map(([x, y]) => toRect(x - column / 2 + 1, y, { width: column - 2, height: toY(0) - y }, 0))
      : spots.map(([x, y]) => toSpot(toCircle(type === "line" ? 3 : 4), [round(x), round(y)], 0));
  const path = line().digits(2)(spots) ?? "";
  const joined = type === "line" ? [toLine(path, 0)] : [];
  const ends = [
    toText(format(first), { x: left, y: HEIGHT - 6, anchor: "start" }),
    toText(format(last), { x: width - 4, y: HEIGHT - 6, anchor: "end" }),
  ];
  const labels = type === "scatter" ? ends : layOutLabels(points, spots, right - left);
  return { width, height: HEIGHT, shapes: [...lines, ...joined, ...marks, ...labels] };
}

/** As many labels as fit. */
function layOutLabels(
  points: readonly ChartPoint[],
  spots: readonly (readonly [number, number])[],
  span: number,
): readonly ChartShape[] {
  const widest = Math.min(120, Math.max(...points.map(({ label }) => label.length)) * LETTER + 14);
  const every = Math.ceil(points.length / Math.max(1, Math.floor(span / widest)));
  return points.flatMap(({ label }, index) => {
    const [x] = spots[index] ?? [0];
    return index % every === 0 ? [toText(cut(label, 120), { x, y: HEIGHT - 6, anchor: "middle" })] : [];
  });
}

/** A circle cut into shares, with a list beside or below it that says which is which. */
function layOutPie(points: readonly ChartPoint[], { width, format }: Frame): ChartLayout {
  const shares = toShares(points);
  const total = shares.reduce((sum, { value }) => sum + value, 0) || 1;
  const radius = Math.min(100, width / 3);
  const isBeside = width > 420;
  const listX = isBeside ? radius * 2 + 40 : 8;
  const listY = isBeside ? 20 : radius * 2 + 30;
  const slices = pie<ChartPoint>()
    .sort(null)
    .value(({ value }) => value)([...shares]);
  const toSlice = arc<PieArcDatum<ChartPoint>>().innerRadius(0).outerRadius(radius).digits(2);
  const shapes = slices.flatMap((slice, index): ChartShape[] => {
    const { label, value } = slice.data;
    const y = listY + index * ROW;
    const share = `${Math.round((value / total) * 1000) / 10} %`;
    const text = `${label}: ${format(value)} (${share})`;
    return [
      toSpot(toSlice(slice) ?? "", [radius + 4, radius + 4], index),
      toRect(listX, y - 11, { width: 12, height: 12 }, index),
      toText(cut(text, width - listX - 24), { x: listX + 20, y, anchor: "start" }),
    ];
  });
  const listEnd = listY + shares.length * ROW;
  return { width, height: isBeside ? Math.max(radius * 2 + 8, listEnd) : listEnd, shapes };
}

/** The greatest shares; what is left is one of its own. A share is no less than nothing. */
function toShares(points: readonly ChartPoint[]): readonly ChartPoint[] {
  const sorted = points.filter(({ value }) => value > 0).toSorted((left, right) => right.value - left.value);
  if (sorted.length <= COLORS) return sorted;
  const rest = sorted.slice(COLORS - 1).reduce((sum, { value }) => sum + value, 0);
  return [...sorted.slice(0, COLORS - 1), { label: "…", place: 0, value: rest }];
}

/** Heights from below the least value to above the greatest, at round numbers. */
export function toHeight(values: readonly number[]) {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const domain = least === greatest ? [least, least + (Math.abs(least) || 1)] : [least, greatest];
  return scaleLinear(domain, [HEIGHT - BOTTOM, 10]).nice(TICKS);
}

function toSpot(path: string, at: readonly [x: number, y: number], color: number): ChartShape {
  return { type: "path", path, at, color, isLine: false };
}

function toCircle(radius: number): string {
  const half = `a${radius} ${radius} 0 1 0`;
  return `M${-radius} 0${half} ${radius * 2} 0${half} ${radius * -2} 0Z`;
}

function toLine(path: string, color: ChartColor): ChartShape {
  return { type: "path", path, color, isLine: true };
}

function toRect(
  x: number,
  y: number,
  { width, height }: { readonly width: number; readonly height: number },
  color: number,
): ChartShape {
  const path = `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`;
  return { type: "path", path, color, isLine: false };
}

function toText(text: string, place: { x: number; y: number; anchor: "start" | "middle" | "end" }): ChartShape {
  return { type: "text", ...place, x: round(place.x), y: round(place.y), text, color: "ink" };
}

function cut(text: string, width: number): string {
  const letters = Math.max(3, Math.floor((width - 8) / LETTER));
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The points of rows: the first column with words or dates for the labels, the last one with numbers for the values. */
export function toPoints(rows: readonly (readonly JsonValue[])[]): readonly ChartPoint[] {
  const width = rows[0]?.length ?? 0;
  if (width < 2 || rows.length < 2) return [];
  const isNumeric = (column: number) => rows.every((row) => row[column] === null || typeof row[column] === "number");
  const columns = Array.from({ length: width }, (_, column) => column);
  const valueColumn = columns.findLast((column) => column > 0 && isNumeric(column));
  if (valueColumn === undefined) return [];
  const labelColumn = columns.find((column) => !isNumeric(column)) ?? 0;
  return rows.flatMap((row, index) => {
    const [label = null, value] = [row[labelColumn], row[valueColumn]];
    if (typeof value !== "number") return [];
    return [{ label: label === null ? "" : String(label), place: typeof label === "number" ? label : index, value }];
  });
}
