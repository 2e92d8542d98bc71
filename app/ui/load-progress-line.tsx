import type { LoadProgress } from "../../worker/protocol/model.ts";
import { useText } from "../messages/use-text.ts";
import { ProgressBar, toFraction } from "./progress-bar.tsx";

/** What loading a model is busy with, and how far that is. */
export function LoadProgressLine({ progress }: { readonly progress: LoadProgress }) {
  const t = useText();
  const step = t.text(`progress.${progress.type}`);
  const counted =
    progress.unit === "bytes" && progress.total > 0
      ? t.text("progress.bytes", { done: t.bytes(progress.done), total: t.bytes(progress.total) })
      : "";
  return (
    <div className="load-progress">
      <div className="load-progress-text">
        <span>{step}</span>
        <span>{counted}</span>
      </div>
      <ProgressBar label={step} fraction={toFraction(progress)} />
    </div>
  );
}
