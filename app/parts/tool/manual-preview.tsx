import type { JsonObject } from "../../../worker/protocol/json.ts";
import { PROMPT_MARK } from "../../../worker/protocol/mcp.ts";
import { loadLater } from "../../ui/load-later.tsx";
import { EffectDiff } from "../../ui/trust/effect-diff.tsx";
import { useEffectPreview } from "./use-effect-preview.ts";

const PromptFields = loadLater(() => import("./prompt-fields.tsx").then((m) => m.PromptFields));

interface ManualPreviewProps {
  readonly name: string;
  /** Undefined while the text is not valid arguments. */
  readonly input: JsonObject | undefined;
  /** Writes the command anew, where there is one. */
  readonly onWrite?: (text: string, isPasted?: boolean) => void;
}

/** Shows the change that a manual call would make, and the fields of a prompt; nothing if there is neither. */
export function ManualPreview({ name, input, onWrite }: ManualPreviewProps) {
  const isPrompt = name.includes(PROMPT_MARK);
  const followed = useEffectPreview(name, isPrompt ? undefined : input);
  if (isPrompt && input && onWrite) return <PromptFields name={name} input={input} onWrite={onWrite} />;
  if (!followed?.preview) return null;
  return (
    <div className="manual-preview" aria-busy={followed.input !== input}>
      <EffectDiff preview={followed.preview} />
    </div>
  );
}
