/** How fast something moves, and how long it will take. */
export interface Pace {
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
