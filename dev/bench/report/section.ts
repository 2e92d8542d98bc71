/** A part of docs/performance.md, made of what one benchmark printed. */
export interface Section {
  readonly title: string;
  /** What is compared, and what the figures are to be. */
  readonly text: string;
  /** The first row is the head. */
  readonly rows: readonly (readonly string[])[];
  readonly targets: readonly Target[];
}

/** A figure that is to be held. */
export interface Target {
  readonly what: string;
  readonly figure: string;
  readonly met: boolean;
}
