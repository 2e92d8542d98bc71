import type { SearchSegment } from "./segment.ts";

/** A segment with this share of dead notes is rewritten. */
const DEAD_SHARE = 0.3;

/**
 * Tiered merge. Next come the newest segments, from the first that is less than twice as large as all that follow it; so each
 * ends up twice as large, they stay as few as the logarithm of the notes, and what a large import leaves behind is merged at
 * once. Else one that is full of the dead.
 */
export function chooseSegments(
  segments: readonly SearchSegment[],
  dead: ReadonlySet<number>,
): readonly SearchSegment[] {
  const newest = findMergeable(segments);
  if (newest.length > 0) return newest;
  const worn = segments.find((segment) => {
    let count = 0;
    for (const doc of segment.data.docs) if (dead.has(doc)) count += 1;
    return count > segment.size * DEAD_SHARE;
  });
  return worn === undefined ? [] : [worn];
}

/** The segments to merge, newest last; empty if none are due. */
export function findMergeable<Segment extends { readonly size: number }>(
  segments: readonly Segment[],
): readonly Segment[] {
  let first = segments.length;
  let later = 0;
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    const size = segments[at]?.size ?? 0;
    if (size < later * 2) first = at;
    later += size;
  }
  return segments.slice(first);
}
