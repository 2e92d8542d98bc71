import type { JsonObject } from "../../../worker/protocol/json.ts";
import { EffectDiff } from "../../ui/trust/effect-diff.tsx";
import { useEffectPreview } from "./use-effect-preview.ts";

interface ManualPreviewProps {
  readonly name: string;
  /** Undefined while the text is not valid arguments. */
  readonly input: JsonObject | undefined;
}

/** Shows the change that a manual call would make; nothing if the tool has no preview. */
export function ManualPreview({ name, input }: ManualPreviewProps) {
  const followed = useEffectPreview(name, input);
  if (!followed?.preview) return null;
  return (
    <div className="manual-preview" aria-busy={followed.input !== input}>
      <EffectDiff preview={followed.preview} />
    </div>
  );
}
