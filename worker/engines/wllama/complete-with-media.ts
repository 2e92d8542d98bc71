import type { RawCompletionChunk, RawCompletionParams, StreamParams } from "@wllama/wllama/esm/index.js";
import { MEDIA_MARK } from "../../formats/media-mark.ts";
import { fromBase64 } from "../../protocol/base64.ts";
import type { LoadedEngine } from "./wllama-engine.ts";

/** A completion that is read while it is written. */
export type StreamedCompletion = RawCompletionParams & StreamParams<RawCompletionChunk>;

/**
 * A way that wllama 3.8.1 does not declare: its engine takes files with any prompt, but `createCompletion` hands them over only
 * with messages, which its own template would write.
 */
interface WllamaInside {
  /** Stands in a prompt for one file; another at each load, so that no text can hold it. */
  readonly mediaMarker?: string;
  readonly proxy: {
    wllamaAction(
      action: "completion",
      message: {
        readonly _name: "cmpl_req";
        readonly is_chat: boolean;
        readonly data_json: string;
        readonly files: readonly Uint8Array[];
      },
    ): Promise<{ readonly success: boolean; readonly req_id: number }>;
  };
  getResponse(options: object, isStream: boolean, requestId: number): Promise<void>;
}

/** Runs a completion whose prompt has marks for pictures and sounds, which are given in Base64. */
export async function completeWithMedia(
  { wllama }: Pick<LoadedEngine, "wllama">,
  options: StreamedCompletion & { readonly prompt: string },
  media: readonly string[],
): Promise<void> {
  const inside = wllama as unknown as WllamaInside;
  const marker = inside.mediaMarker ?? "";
  const pieces = options.prompt.split(MEDIA_MARK);
  // A mark of unknown origin: better no picture than the wrong one in its place.
  const isWhole = marker !== "" && pieces.length === media.length + 1;
  const request = { ...options, prompt: pieces.join(isWhole ? marker : "") };
  const started = await inside.proxy.wllamaAction("completion", {
    _name: "cmpl_req",
    is_chat: false,
    data_json: JSON.stringify(request),
    files: isWhole ? media.map(fromBase64) : [],
  });
  if (!started.success) throw new Error("the engine did not take the pictures");
  await inside.getResponse(request, true, started.req_id);
}
