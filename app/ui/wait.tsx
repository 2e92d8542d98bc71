import { ProgressBar } from "./progress-bar.tsx";

interface WaitProps {
  readonly label: string;
  /** From 0 to 1; absent while the end is not known. */
  readonly fraction?: number | undefined;
}

/** A wait said in words and by a bar, once it is long enough to be noticed. */
export function Wait({ label, fraction }: WaitProps) {
  return (
    <div className="wait" data-testid="wait">
      <p className="quiet" role="status">
        {label}
      </p>
      <ProgressBar label={label} fraction={fraction} />
    </div>
  );
}
