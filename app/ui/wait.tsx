import { ProgressBar } from "./progress-bar.tsx";

/** A wait whose end is not known: said in words and by a bar, once it is long enough to be noticed. */
export function Wait({ label }: { readonly label: string }) {
  return (
    <div className="wait" data-testid="wait">
      <p className="quiet" role="status">
        {label}
      </p>
      <ProgressBar label={label} fraction={undefined} />
    </div>
  );
}
