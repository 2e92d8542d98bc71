import { useEffect, useId, useMemo, useState } from "react";
import type { CheckedRun } from "../../../worker/protocol/stored-data.ts";
import { useText } from "../../messages/use-text.ts";
import { TurnPart } from "../../parts/turn/turn-part.tsx";
import { foldLiveRun, toLiveRun } from "../../state/live-run.ts";
import { Button } from "../../ui/button.tsx";

/** Longest a replay takes, in milliseconds: a slow answer plays faster than it came. */
const MAX_MS_LENGTH = 15_000;

/** The run as it looked at any moment, folded from its log; needs no model. */
export function RunReplay({ record }: { readonly record: CheckedRun }) {
  const t = useText();
  const sliderId = useId();
  const end = record.events.at(-1)?.at ?? 0;
  const [at, setAt] = useState(end);
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    if (!playing) return;
    const speed = Math.max(1, end / MAX_MS_LENGTH);
    let last = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const passed = (now - last) * speed;
      last = now;
      setAt((before) => Math.min(end, before + passed));
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, end]);

  useEffect(() => {
    if (at >= end) setPlaying(false);
  }, [at, end]);

  const run = useMemo(() => {
    const start = toLiveRun(record.id, record.conversationId, "");
    return record.events.filter((event) => event.at <= at).reduce(foldLiveRun, start);
  }, [record, at]);

  if (end <= 0) return null;
  const running = run.end === undefined;
  return (
    <section className="card" aria-label={t.text("replay.title")}>
      <div className="card-head">
        <h2>{t.text("replay.title")}</h2>
        <span className="quiet">{t.text("replay.place", { at: t.duration(at), end: t.duration(end) })}</span>
      </div>
      <div className="replay-bar">
        <Button
          text={playing ? "replay.pause" : "replay.play"}
          small
          icon={playing ? "stop" : "play"}
          onClick={() => {
            if (!playing && at >= end) setAt(0);
            setPlaying(!playing);
          }}
        />
        <label className="visually-hidden" htmlFor={sliderId}>
          {t.text("replay.moment")}
        </label>
        <input
          id={sliderId}
          type="range"
          min={0}
          max={end}
          step={Math.max(1, Math.round(end / 500))}
          value={at}
          aria-valuetext={t.duration(at)}
          onChange={(event) => {
            setPlaying(false);
            // The last step of a range may fall short of its end.
            setAt(event.target.valueAsNumber > end - end / 500 ? end : event.target.valueAsNumber);
          }}
        />
      </div>
      <div className="replay" data-testid="replay" data-state={run.answer.state}>
        {run.answer.turns.map((turn, index) => (
          <TurnPart
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only ever appended
            key={index}
            turn={turn}
            run={run}
            running={running}
            current={running && index === run.answer.turns.length - 1}
            decidable={false}
          />
        ))}
      </div>
    </section>
  );
}
