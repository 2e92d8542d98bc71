import { useRef } from "react";
import type { LoadProgress } from "../../worker/protocol/model.ts";
import type { Translator } from "../messages/translate.ts";
import { useText } from "../messages/use-text.ts";

/** How fast a download goes and how long it still takes, in words; empty before that can be told. */
export function usePaceText(progress: LoadProgress | null): string {
  const t = useText();
  const pace = usePace(progress?.type === "download" && progress.unit === "bytes" ? progress : null);
  if (pace === null) return "";
  const speed = t.bytes(pace.bytesPerSecond);
  if (pace.secondsLeft === undefined) return t.text("models.speed-only", { speed });
  return t.text("models.speed", { speed, left: toLeftText(pace.secondsLeft, t) });
}

/** A time that is known roughly. */
export function toLeftText(seconds: number, t: Translator): string {
  return t.duration(Math.max(1, Math.round(seconds)) * 1000);
}

/** The pace of what moves; null before it can be told. */
export function usePace(progress: { readonly done: number; readonly total: number } | null): Pace | null {
  const measure = useRef<ReturnType<typeof createPaceMeter>>(null);
  if (progress === null) return null;
  measure.current ??= createPaceMeter();
  return measure.current({ at: performance.now(), done: progress.done, total: progress.total });
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
