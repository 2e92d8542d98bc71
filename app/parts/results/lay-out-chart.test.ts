import { describe, expect, it } from "vitest";
import { layOutChart, toHeight, toPoints } from "./lay-out-chart.ts";
import { CHART_TYPES, type ChartPoint, readChart } from "./read-results.ts";

const FRAMES = [280, 640].map((width) => ({ width, format: (value: number) => String(value) }));

function toNumbered(values: readonly number[]): readonly ChartPoint[] {
  return values.map((value, place) => ({ label: `a rather long label ${place}`, place, value }));
}

/** Every number of a path. */
function readNumbers(path: string): readonly number[] {
  return (path.match(/-?[\d.]+/g) ?? []).map(Number);
}

describe("a chart", () => {
  it.each([
    [[3, 5, 2]],
    [[-3, 5]],
    [[0, 0]],
    [[1e9, 2e9, -1e9]],
    [[0.001, 0.002]],
    [Array.from({ length: 200 }, (_, index) => index)],
  ])("of %j lies within its frame, whatever it is", (values) => {
    for (const frame of FRAMES) {
      for (const type of CHART_TYPES) {
        const { width, height, shapes } = layOutChart(type, toNumbered(values), frame);
        expect(width).toBe(frame.width);
        expect(height).toBeGreaterThanOrEqual(0);
        for (const shape of shapes) {
          if (shape.type === "path") expect(readNumbers(shape.path).every(Number.isFinite), shape.path).toBe(true);
          else expect(shape.x >= 0 && shape.x <= width && shape.y <= height, `${type} ${shape.text}`).toBe(true);
        }
      }
    }
  });

  it("has one bar for each point, as long as its value", () => {
    const [frame = { width: 0, format: String }] = FRAMES;
    const { shapes } = layOutChart("bar", toNumbered([10, 20]), frame);
    const lengths = shapes.flatMap((each) =>
      each.type === "path" && !each.isLine ? [readNumbers(each.path)[2] ?? 0] : [],
    );
    expect(lengths).toHaveLength(2);
    expect((lengths[1] ?? 0) / (lengths[0] ?? 1)).toBeCloseTo(2, 1);
  });

  it("of shares names each with its percentage, and puts small ones together", () => {
    const [, frame = { width: 0, format: String }] = FRAMES;
    const { shapes } = layOutChart("pie", toNumbered([30, 10]), frame);
    const texts = shapes.flatMap((each) => (each.type === "text" ? [each.text] : []));
    expect(texts).toEqual(["a rather long label 0: 30 (75 %)", "a rather long label 1: 10 (25 %)"]);
    const many = layOutChart("pie", toNumbered(Array.from({ length: 20 }, () => 1)), frame).shapes;
    expect(many.filter(({ type }) => type === "text")).toHaveLength(8);
  });

  it.each([
    [0, 10, [0, 2, 4, 6, 8, 10]],
    [-3, 4, [-3, -2, -1, 0, 1, 2, 3, 4]],
    [5, 5, [5, 6, 7, 8, 9, 10]],
    [0, 0.3, [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]],
  ])("has round heights from %d to %d", (least, greatest, ticks) => {
    expect(toHeight([least, greatest]).ticks(5)).toEqual(ticks);
  });
});

describe("what a chart shows of a result", () => {
  it("is its first words and its last numbers", () => {
    expect(
      toPoints([
        ["food", "x", 12],
        ["home", "y", 7],
        ["gone", "z", null],
      ]),
    ).toEqual([
      { label: "food", place: 0, value: 12 },
      { label: "home", place: 1, value: 7 },
    ]);
    expect(
      toPoints([
        [1, 5],
        [4, 6],
      ]),
    ).toMatchObject([
      { place: 1, value: 5 },
      { place: 4, value: 6 },
    ]);
    for (const rows of [
      [],
      [["a", 1]],
      [["a"], ["b"]],
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ])
      expect(toPoints(rows)).toEqual([]);
  });

  it("is drawn at once only where a call asked for a chart that there is", () => {
    const read = (chart: { type: string; title?: string } | string) =>
      readChart({ type: "success", content: [{ type: "json", value: { chart } }] });
    expect(read({ type: "pie", title: "Costs" })).toEqual({ type: "pie", title: "Costs" });
    expect(read({ type: "bar" })).toEqual({ type: "bar", title: "" });
    expect(read({ type: "<script>" })).toBeNull();
    expect(read("bar")).toBeNull();
    expect(readChart(undefined)).toBeNull();
  });
});
