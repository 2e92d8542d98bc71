import type { LoadProgress } from "../../worker/protocol/model.ts";
import type { PackProgress } from "../../worker/protocol/pack.ts";
import { useText } from "../messages/use-text.ts";
import { ProgressBar, toFraction } from "./progress-bar.tsx";
import { usePaceText } from "./use-pace.ts";

/** The step of loading a model, or a pack, and how far that is. */
export function LoadProgressLine({ progress }: { readonly progress: LoadProgress | PackProgress }) {
  const t = useText();
  const step = "unit" in progress ? t.text(`progress.${progress.type}`) : t.text(`pack.step.${progress.type}`);
  return (
    <div className="load-progress">
      <div className="load-progress-text">
        <span>{step}</span>
        <span data-testid="pace">{useProgressText(progress)}</span>
      </div>
      <ProgressBar label={step} fraction={toFraction(progress)} />
    </div>
  );
}

/** How many bytes of all have come, how fast, and how long the rest takes, as far as that can be told. */
export function useProgressText(progress: LoadProgress | PackProgress): string {
  const t = useText();
  const isLoad = "unit" in progress;
  const isCounted = (!isLoad || progress.unit === "bytes") && progress.total > 0;
  const counted =
    isCounted && t.text("progress.bytes", { done: t.bytes(progress.done), total: t.bytes(progress.total) });
  return [counted, usePaceText(isLoad ? progress : null)].filter(Boolean).join(" · ");
}
