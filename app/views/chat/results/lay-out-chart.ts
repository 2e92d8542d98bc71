export const CHART_TYPES = ["bar", "line", "scatter", "histogram", "pie"] as const;
export type ChartType = (typeof CHART_TYPES)[number];

/** One point: its label, its place for a scatter, its number. */
export interface ChartPoint {
  readonly label: string;
  readonly place: number;
  readonly value: number;
}

/** `ink` for words, `axis` for lines that help the eye, a number for a colour of the chart's own. */
export type ChartColor = "ink" | "axis" | number;

/** What a chart is drawn of, whatever draws it. */
export type ChartShape =
  | { readonly type: "path"; readonly path: string; readonly color: ChartColor; readonly isLine: boolean }
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
  const scale = Math.max(1, width - labelWidth - valueWidth) / (greatest - least || 1);
  const zero = labelWidth - least * scale;
  const shapes = points.flatMap(({ label, value }, index): ChartShape[] => {
    const y = index * ROW;
    const [from, to] = value < 0 ? [zero + value * scale, zero] : [zero, zero + value * scale];
    return [
      toText(cut(label, labelWidth), { x: labelWidth - 8, y: y + 17, anchor: "end" }),
      toRect(from, y + 4, { width: Math.max(1, to - from), height: ROW - 8 }, 0),
      toText(format(value), { x: Math.max(from, to) + 6, y: y + 17, anchor: "start" }),
    ];
  });
  const axis: ChartShape = {
    type: "path",
    path: `M${round(zero)} 0V${points.length * ROW}`,
    color: "axis",
    isLine: true,
  };
  return { width, height: points.length * ROW, shapes: [...shapes, axis] };
}

/** Points over a line of labels or numbers, with lines at round heights. */
function layOutPlane(
  type: "line" | "scatter" | "histogram",
  points: readonly ChartPoint[],
  { width, format }: Frame,
): ChartLayout {
  const values = points.map(({ value }) => value);
  const isFromZero = type === "histogram";
  const ticks = toTicks(Math.min(...values, ...(isFromZero ? [0] : [])), Math.max(...values));
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const left = Math.max(...ticks.map((tick) => format(tick).length)) * LETTER + 8;
  const toY = (value: number) => 10 + (HEIGHT - BOTTOM - 10) * (1 - (value - bottom) / (top - bottom || 1));
  const places = points.map(({ place }) => place);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const span = width - left - 10;
  const toX = (point: ChartPoint, index: number) =>
    type === "scatter"
      ? left + (span * (point.place - first)) / (last - first || 1)
      : left + (span * (index + 0.5)) / points.length;
  const lines = ticks.flatMap((tick): ChartShape[] => [
    { type: "path", path: `M${round(left)} ${round(toY(tick))}H${width}`, color: "axis", isLine: true },
    toText(format(tick), { x: left - 6, y: toY(tick) + 4, anchor: "end" }),
  ]);
  const spots = points.map((point, index) => [toX(point, index), toY(point.value)] as const);
  const column = span / points.length;
  const marks: ChartShape[] =
    type === "histogram"
      ? spots.map(([x, y]) => toRect(x - column / 2 + 1, y, { width: column - 2, height: toY(0) - y }, 0))
      : spots.map(([x, y]) => ({
          type: "path",
          path: toCircle(x, y, type === "line" ? 3 : 4),
          color: 0,
          isLine: false,
        }));
  const path = spots.map(([x, y], index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
  const line: ChartShape[] = type === "line" ? [{ type: "path", path, color: 0, isLine: true }] : [];
  const labels =
    type === "scatter" ? layOutEnds(first, last, { left, width, format }) : layOutLabels(points, spots, span);
  return { width, height: HEIGHT, shapes: [...lines, ...line, ...marks, ...labels] };
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

function layOutEnds(
  first: number,
  last: number,
  { left, width, format }: Frame & { readonly left: number },
): readonly ChartShape[] {
  return [
    toText(format(first), { x: left, y: HEIGHT - 6, anchor: "start" }),
    toText(format(last), { x: width - 4, y: HEIGHT - 6, anchor: "end" }),
  ];
}

/** A circle cut into shares, with a list beside or below it that says which is which. */
function layOutPie(points: readonly ChartPoint[], { width, format }: Frame): ChartLayout {
  const shares = toShares(points);
  const total = shares.reduce((sum, { value }) => sum + value, 0) || 1;
  const radius = Math.min(100, width / 3);
  const isBeside = width > 420;
  const listX = isBeside ? radius * 2 + 40 : 8;
  const listY = isBeside ? 20 : radius * 2 + 30;
  let angle = -Math.PI / 2;
  const shapes = shares.flatMap(({ label, value }, index): ChartShape[] => {
    const from = angle;
    angle += (value / total) * Math.PI * 2;
    const y = listY + index * ROW;
    const share = `${Math.round((value / total) * 1000) / 10} %`;
    const text = `${label}: ${format(value)} (${share})`;
    return [
      { type: "path", path: toSlice(radius + 4, radius, { from, to: angle }), color: index, isLine: false },
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

function toSlice(center: number, radius: number, { from, to }: { readonly from: number; readonly to: number }): string {
  // A whole circle is no arc: it begins where it ends.
  if (to - from > Math.PI * 2 - 1e-6) return toCircle(center, center, radius);
  const toPoint = (angle: number) =>
    `${round(center + radius * Math.cos(angle))} ${round(center + radius * Math.sin(angle))}`;
  const large = to - from > Math.PI ? 1 : 0;
  return `M${center} ${center}L${toPoint(from)}A${radius} ${radius} 0 ${large} 1 ${toPoint(to)}Z`;
}

/** Round numbers from below the least to above the greatest. */
export function toTicks(least: number, greatest: number): readonly number[] {
  const span = greatest - least || Math.abs(greatest) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power * 5 >= span) ?? 10);
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(greatest / step));
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

function toCircle(x: number, y: number, radius: number): string {
  const arc = `a${radius} ${radius} 0 1 0`;
  return `M${round(x - radius)} ${round(y)}${arc} ${radius * 2} 0${arc} ${radius * -2} 0Z`;
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
