import { useEffect, useRef, useState } from "react";
import { useText } from "../../messages/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { saveBlob } from "../../ui/download.ts";
import { Options } from "../../ui/fields/form.tsx";
import { revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { type ChartColor, type ChartLayout, layOutChart, toPoints } from "./lay-out-chart.ts";
import { CHART_TYPES, type ChartType, type Rows, toColumnTitle, type WantedChart } from "./read-results.ts";

const MAX_POINTS = 200;

/** A chart of a table's rows, where they can be drawn: at once if it was asked for, else on demand. */
export function ChartResult({ table, wanted }: { readonly table: Rows; readonly wanted: WantedChart | null }) {
  const t = useText();
  const [type, setType] = useState<ChartType | "none">(wanted?.type ?? "none");
  const points = toPoints(table.rows.slice(0, MAX_POINTS)).map((point) => ({
    ...point,
    label: revealText(point.label),
  }));
  if (points.length < 2) return null;
  const title = revealText(wanted?.title || table.columns.map((name) => toColumnTitle(name, t)).join(", "));
  return (
    <div className="chart" data-testid="chart">
      <label className="row quiet">
        {t.text("chart.show")}
        <select
          value={type}
          onChange={({ target }) => setType(CHART_TYPES.find((each) => each === target.value) ?? "none")}
        >
          <Options of={["none", ...CHART_TYPES] as const} toText={(each) => t.text(`chart.${each}`)} />
        </select>
      </label>
      {type !== "none" && <Chart type={type} title={title} points={points} />}
    </div>
  );
}

interface ChartProps {
  readonly type: ChartType;
  readonly title: string;
  readonly points: ReturnType<typeof toPoints>;
}

function Chart({ type, title, points }: ChartProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const layout = width === 0 ? null : layOutChart(type, points, { width, format: (value) => t.number(value) });
  const save = async (format: "png" | "svg") => {
    if (svg.current === null) return;
    const text = toSvgText(svg.current);
    const blob = format === "svg" ? new Blob([text], { type: "image/svg+xml" }) : await drawPng(text, svg.current);
    saveBlob(`chart.${format}`, blob);
  };
  const name = t.text("chart.name", { type: t.text(`chart.${type}`), title });
  return (
    <>
      <p className="chart-title" dir="auto">
        {title}
      </p>
      <div ref={box} className="chart-box">
        {layout !== null && (
          <svg ref={svg} role="img" aria-label={name} viewBox={`0 0 ${layout.width} ${layout.height}`}>
            <title>{name}</title>
            <Shapes layout={layout} />
          </svg>
        )}
      </div>
      <div className="row">
        {(["svg", "png"] as const).map((format) => (
          <Button key={format} small icon="download" onClick={() => void save(format)}>
            {t.text("result.save", { format: format.toUpperCase() })}
          </Button>
        ))}
      </div>
    </>
  );
}

function Shapes({ layout }: { readonly layout: ChartLayout }) {
  return (
    <>
      {layout.shapes.map((shape, index) =>
        shape.type === "text" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a shape has nothing but its place
          <text key={index} x={shape.x} y={shape.y} textAnchor={shape.anchor} className="chart-ink">
            {shape.text}
          </text>
        ) : (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a shape has nothing but its place
            key={index}
            d={shape.path}
            transform={shape.at === undefined ? undefined : `translate(${shape.at.join(" ")})`}
            className={toClass(shape.color, shape.isLine)}
          />
        ),
      )}
    </>
  );
}

function toClass(color: ChartColor, isLine: boolean): string {
  return `${isLine ? "chart-line" : "chart-area"} chart-${color}`;
}

/** Of what a style sheet gives a shape, what a picture of its own needs. */
const STYLES = ["fill", "stroke", "stroke-width", "font-family", "font-size"] as const;
/** Pixels of a picture for each of the screen's. */
const SCALE = 2;

/** A chart as a file of its own, with the colours that it has on the page. */
function toSvgText(svg: SVGSVGElement): string {
  const copy = document.importNode(svg, true);
  const shapes = svg.querySelectorAll("path, text");
  copy.querySelectorAll("path, text").forEach((shape, index) => {
    const original = shapes[index];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    shape.removeAttribute("class");
    for (const name of STYLES) shape.setAttribute(name, style.getPropertyValue(name));
  });
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

/** The same as a PNG, on the page's ground. */
async function drawPng(text: string, svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.viewBox.baseVal;
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(Math.ceil(width * SCALE), Math.ceil(height * SCALE));
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("The browser draws no picture.");
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/png" });
  } finally {
    URL.revokeObjectURL(url);
  }
}
