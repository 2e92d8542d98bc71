import type { JsonObject } from "../../../worker/protocol/json.ts";
import type { EffectPreview } from "../../../worker/protocol/run-event.ts";
import { useRead } from "../../services/use-read.ts";

/** How long typing pauses before the preview follows it, in milliseconds. */
const TYPING_PAUSE_MS = 250;

/** The change that a call would make, and the arguments it would do that with. */
interface FollowedPreview {
  readonly input: JsonObject;
  /** Null where the tool cannot say, or would refuse the arguments. */
  readonly preview: EffectPreview | null;
}

/**
 * The change that a call with these arguments would make, asked for once the arguments have stopped changing; until then the
 * last preview. Asks nothing while `input` is undefined.
 */
export function useEffectPreview(name: string, input: JsonObject | undefined): FollowedPreview | undefined {
  return useRead(
    async (api) => input && { input, preview: await api.previewCall(name, input) },
    [name, input],
    TYPING_PAUSE_MS,
  );
}
