import type { LoadProgress } from "../../worker/protocol/model.ts";
import type { PackProgress } from "../../worker/protocol/pack.ts";
import { useText } from "../messages/use-text.ts";
import { ProgressBar, toFraction } from "./progress-bar.tsx";
import { usePaceText } from "./use-pace.ts";

/** The step of loading a model, or a pack, and how far that is. */
export function LoadProgressLine({ progress }: { readonly progress: LoadProgress | PackProgress }) {
  const t = useText();
  const isLoad = "unit" in progress;
  const step = isLoad ? t.text(`progress.${progress.type}`) : t.text(`pack.step.${progress.type}`);
  const counted =
    (!isLoad || progress.unit === "bytes") && progress.total > 0
      ? t.text("progress.bytes", { done: t.bytes(progress.done), total: t.bytes(progress.total) })
      : "";
  const pace = usePaceText(isLoad ? progress : null);
  return (
    <div className="load-progress">
      <div className="load-progress-text">
        <span>{step}</span>
        <span data-testid="pace">{[counted, pace].filter((part) => part !== "").join(" · ")}</span>
      </div>
      <ProgressBar label={step} fraction={toFraction(progress)} />
    </div>
  );
}
