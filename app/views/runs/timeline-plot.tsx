import { useText } from "../../messages/use-text.ts";
import type { RunTimeline, Stretch, StretchType } from "../../state/run-timeline.ts";

const LANES: readonly StretchType[] = ["prefill", "decode", "tool", "approval"];
const WIDTH = 640;
const LABELS = 96;
const LANE = 34;
const AXIS = 24;

/** Where a run's time went: one lane each for reading, writing, tools and waiting for the user. */
export function TimelinePlot({ timeline }: { readonly timeline: RunTimeline }) {
  const t = useText();
  const { durationMs, stretches } = timeline;
  if (durationMs <= 0 || stretches.length === 0) return null;
  const all = LANES.map((lane) => ({ lane, own: stretches.filter(({ type }) => type === lane) }));
  const lanes = all.filter(({ own }) => own.length > 0);
  const height = lanes.length * LANE + AXIS;
  const scale = (WIDTH - LABELS - 8) / durationMs;
  const ticks = toTicks(durationMs);
  const totals = lanes.map(({ lane, own }) => `${t.text(`lane.${lane}`)} ${t.duration(toTotal(own))}`).join(", ");
  return (
    <figure className="plot card">
      <figcaption className="plot-legend">
        {lanes.map(({ lane, own }) => (
          <span key={lane} className={`plot-key lane-${lane}`}>
            {t.text(`lane.${lane}`)} <strong>{t.duration(toTotal(own))}</strong>
          </span>
        ))}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls, so the keyboard has to reach it */}
      <section className="plot-scroll" tabIndex={0} aria-label={t.text("runs.timeline")}>
        <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={`${t.text("runs.timeline")}: ${totals}`}>
          {ticks.map((tick) => (
            <g key={tick} transform={`translate(${LABELS + tick * scale} 0)`}>
              <line className="plot-grid" y2={height - AXIS} />
              <text className="plot-tick" y={height - 7} textAnchor={tick === 0 ? "start" : "middle"}>
                {t.duration(tick, ticks[1])}
              </text>
            </g>
          ))}
          {lanes.map(({ lane, own }, row) => (
            <g key={lane} transform={`translate(0 ${row * LANE})`}>
              <text className="plot-label" x={0} y={LANE / 2 + 4}>
                {t.text(`lane.${lane}`)}
              </text>
              {own.map((stretch) => (
                <rect
                  key={`${stretch.start} ${stretch.name ?? ""}`}
                  className={`lane-${lane}`}
                  x={LABELS + stretch.start * scale}
                  y={6}
                  width={Math.max(2, (stretch.end - stretch.start) * scale)}
                  height={LANE - 12}
                  rx={4}
                >
                  <title>{toTitle(stretch, t.text("runs.turn", { turn: stretch.turn }), t.duration)}</title>
                </rect>
              ))}
            </g>
          ))}
        </svg>
      </section>
    </figure>
  );
}

function toTotal(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, stretch) => sum + stretch.end - stretch.start, 0);
}

function toTitle(stretch: Stretch, turn: string, duration: (milliseconds: number) => string): string {
  const time = duration(stretch.end - stretch.start);
  return stretch.name === undefined ? `${turn}: ${time}` : `${turn}, ${stretch.name}: ${time}`;
}

/** Round steps of 1, 2 or 5 times a power of ten, at most five of them. */
export function toTicks(durationMs: number): readonly number[] {
  const rough = durationMs / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 10 * power;
  const ticks: number[] = [];
  for (let tick = 0; tick < durationMs * 0.97; tick += step) ticks.push(tick);
  return ticks;
}
