import type { RunSummary } from "../../../worker/protocol/stored-data.ts";
import { useText } from "../../messages/use-text.ts";

/** When a run began, what it did and how long it took, in one line. */
export function RunLine({ run }: { readonly run: RunSummary }) {
  const t = useText();
  const { startedAt, turns, calls, durationMs } = run;
  return [t.date(startedAt), t.count("runs.turns", turns), t.count("runs.calls", calls), t.duration(durationMs)].join(
    " · ",
  );
}
