import { useEffect, useState } from "react";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import type { EffectPreview } from "../../../worker/protocol/run-event.ts";
import { useApp } from "../../state/use-app.ts";

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
  const { api } = useApp();
  const [followed, setFollowed] = useState<FollowedPreview>();
  useEffect(() => {
    if (input === undefined) return;
    let current = true;
    const timer = setTimeout(() => {
      void api.previewCall(name, input).then(
        (preview) => {
          if (current) setFollowed({ input, preview });
        },
        () => {},
      );
    }, TYPING_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [api, name, input]);
  return followed;
}
