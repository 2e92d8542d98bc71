import { useRef } from "react";
import type { LoadProgress } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { createPaceMeter } from "./download-pace.ts";

/** How fast a download goes and how long it still takes, in words; empty before that can be told. */
export function usePaceText(progress: LoadProgress | null): string {
  const t = useText();
  const measure = useRef<ReturnType<typeof createPaceMeter>>(null);
  if (progress === null || progress.type !== "download" || progress.unit !== "bytes") return "";
  measure.current ??= createPaceMeter();
  const pace = measure.current({ at: performance.now(), done: progress.done, total: progress.total });
  if (pace === null) return "";
  const speed = t.bytes(pace.bytesPerSecond);
  if (pace.secondsLeft === undefined) return t.text("models.speed-only", { speed });
  return t.text("models.speed", { speed, left: t.duration(Math.max(1000, Math.round(pace.secondsLeft) * 1000)) });
}
