import type { CostPoint } from "./fit-exponent.ts";

/** A line of the plot. */
export interface PlotLine {
  readonly label: string;
  readonly points: readonly CostPoint[];
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [760, 440, 64, 250, 24, 48];
const COLOURS = ["#0b6e99", "#b3541e", "#4b7f23", "#8a3ea8", "#b0273c", "#5c5f66", "#00806b", "#94720c"];

/** A picture of costs over work, both on logarithmic axes: a cost that grows in proportion rises by the grid's diagonal. */
export function plotSvg(lines: readonly PlotLine[]): string {
  const points = lines.flatMap((line) => line.points);
  const [work, cost] = [toDecades(points.map((point) => point.work)), toDecades(points.map((point) => point.cost))];
  const x = (value: number): number =>
    LEFT + ((Math.log10(value) - work.low) / (work.high - work.low)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number =>
    HEIGHT - BOTTOM - ((Math.log10(value) - cost.low) / (cost.high - cost.low)) * (HEIGHT - TOP - BOTTOM);
  const at = (value: number): string => value.toFixed(1);
  const columns = work.ticks.map(
    (tick) =>
      `<path d="M${at(x(tick))} ${TOP}V${HEIGHT - BOTTOM}" stroke="#ddd"/>` +
      `<text x="${at(x(tick))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${toTick(tick)}</text>`,
  );
  const rows = cost.ticks.map(
    (tick) =>
      `<path d="M${LEFT} ${at(y(tick))}H${WIDTH - RIGHT}" stroke="#ddd"/>` +
      `<text x="${LEFT - 8}" y="${at(y(tick) + 4)}" text-anchor="end">${toTick(tick)}</text>`,
  );
  const drawn = lines.map(({ label, points: own }, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? "#000";
    const path = own
      .map((point, place) => `${place === 0 ? "M" : "L"}${at(x(point.work))} ${at(y(point.cost))}`)
      .join("");
    const dots = own.map((point) => `<circle cx="${at(x(point.work))}" cy="${at(y(point.cost))}" r="3"/>`).join("");
    const top = TOP + 14 + index * 20;
    return (
      `<g fill="${colour}"><path d="${path}" fill="none" stroke="${colour}" stroke-width="1.5"/>${dots}` +
      `<circle cx="${WIDTH - RIGHT + 16}" cy="${top - 4}" r="4"/>` +
      `<text x="${WIDTH - RIGHT + 26}" y="${top}" fill="#222">${escapeText(label)}</text></g>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12" fill="#222">`,
    "<title>Costs by their work, on logarithmic axes</title>",
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...columns,
    ...rows,
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">work (turns, tools, messages, tokens, notes)</text>`,
    `<text x="${LEFT}" y="14">milliseconds</text>`,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

function toDecades(values: readonly number[]) {
  const logs = values.filter((value) => value > 0).map(Math.log10);
  const low = Math.floor(Math.min(...logs));
  const high = Math.max(low + 1, Math.ceil(Math.max(...logs)));
  return { low, high, ticks: Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)) };
}

function toTick(value: number): string {
  return value >= 1 ? value.toLocaleString("en") : String(Number(value.toPrecision(1)));
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
