/** The state of the index, as one stored record. Every tab compares it before a search and catches up. */
export interface IndexState {
  readonly id: "memory-index";
  /** The number that the next written note gets. A note that changes gets a new one; the old one is dead. */
  readonly nextDoc: number;
  /** Notes with smaller numbers are in segments; those from here on are read and indexed in memory. */
  readonly indexedDoc: number;
  readonly nextSegment: number;
  /** The segments, in ascending order of their document numbers. */
  readonly segments: readonly number[];
  /** A new unique value with every change of the list of segments. */
  readonly generation: string;
}

export const FIRST_STATE: IndexState = {
  id: "memory-index",
  nextDoc: 1,
  indexedDoc: 1,
  nextSegment: 1,
  segments: [],
  generation: "",
};
