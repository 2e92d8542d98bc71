interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1; absent while the end is not known. */
  readonly fraction: number | undefined;
}

export function ProgressBar({ label, fraction }: ProgressBarProps) {
  return (
    <div
      className={`progress${fraction === undefined ? " progress-unknown" : ""}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={fraction === undefined ? undefined : Math.round(fraction * 100)}
    >
      <div className="progress-fill" style={{ inlineSize: `${(fraction ?? 0.3) * 100}%` }} />
    </div>
  );
}

/** How much is done, from 0 to 1; undefined while the total is not known. */
export function toFraction({ done, total }: { readonly done: number; readonly total: number }): number | undefined {
  return total > 0 ? Math.min(1, done / total) : undefined;
}
