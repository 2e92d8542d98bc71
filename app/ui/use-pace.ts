import { useRef } from "react";
import type { LoadProgress } from "../../worker/protocol/model.ts";
import { useText } from "../messages/use-text.ts";

/** How fast a download goes and how long it still takes, in words; empty before that can be told. */
export function usePaceText(progress: LoadProgress | null): string {
  const t = useText();
  const measure = useRef<ReturnType<typeof createPaceMeter>>(null);
  if (progress === null || progress.type !== "download" || progress.unit !== "bytes") return "";
  measure.current ??= createPaceMeter();
  const pace = measure.current({ at: performance.now(), done: progress.done, total: progress.total });
  if (pace === null) return "";
  const speed = t.bytes(pace.bytesPerSecond);
  if (pace.secondsLeft === undefined) return t.text("models.speed-only", { speed });
  return t.text("models.speed", { speed, left: t.duration(Math.max(1000, Math.round(pace.secondsLeft) * 1000)) });
}

/** How fast something moves, and how long it will take. */
interface Pace {
  readonly bytesPerSecond: number;
  /** Absent while nothing moves. */
  readonly secondsLeft?: number;
}

/** Marks of the last moments: what came earlier says little of how it goes now. */
const WINDOW_MS = 5000;
const MIN_MS = 400;

interface Mark {
  readonly at: number;
  readonly done: number;
}

/** Measures a download by its progress: null until there is something to say. */
export function createPaceMeter(): (mark: Mark & { readonly total: number }) => Pace | null {
  let marks: Mark[] = [];
  return ({ at, done, total }) => {
    // Less than before: another download.
    if (done < (marks.at(-1)?.done ?? 0)) marks = [];
    marks.push({ at, done });
    const old = marks.findLastIndex((mark) => at - mark.at >= WINDOW_MS);
    if (old > 0) marks = marks.slice(old);
    const [first] = marks;
    if (first === undefined || at - first.at < MIN_MS) return null;
    const bytesPerSecond = ((done - first.done) * 1000) / (at - first.at);
    if (bytesPerSecond <= 0) return { bytesPerSecond: 0 };
    return { bytesPerSecond, secondsLeft: Math.max(0, total - done) / bytesPerSecond };
  };
}
