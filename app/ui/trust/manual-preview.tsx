import type { ReactElement } from "react";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import { useEffectPreview } from "../use-effect-preview.ts";
import { EffectDiff } from "./effect-diff.tsx";

interface ManualPreviewProps {
  readonly name: string;
  /** Undefined while what is being written is no arguments. */
  readonly input: JsonObject | undefined;
}

/** What a tool would change that is about to be run by hand; nothing where it cannot say. */
export function ManualPreview({ name, input }: ManualPreviewProps): ReactElement | null {
  const followed = useEffectPreview(name, input);
  if (!followed?.preview) return null;
  return (
    <div className="manual-preview" aria-busy={followed.input !== input}>
      <EffectDiff preview={followed.preview} />
    </div>
  );
}
