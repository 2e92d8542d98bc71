import { useEffect, useState } from "react";
import { type RunId, toRunLock } from "../../../worker/protocol/ids.ts";
import type { RunSummary } from "../../../worker/protocol/stored-data.ts";
import { useText } from "../../messages/use-text.ts";

interface RunReasonProps {
  readonly run: Pick<RunSummary, "id" | "reason" | "failed">;
}

/** How a run ended, in a word, and whether all of its tools worked. One whose end was never stored is at work in some tab, or was cut off with it. */
export function RunReason({ run: { id, reason: end, failed = 0 } }: RunReasonProps) {
  const t = useText();
  const reason = end === "answered" && failed > 0 ? "tool-failed" : end;
  const isAlive = useIsAlive(id, reason === "running");
  if (reason === "running") {
    return (
      <span className={isAlive ? "tag" : "tag tag-warn"}>{t.text(isAlive ? "state.running" : "reason.cut-off")}</span>
    );
  }
  const tone = reason === "answered" || reason === "detected" ? "good" : reason === "cancelled" ? "plain" : "warn";
  return <span className={`tag tag-${tone}`}>{t.find(`reason.${reason}`) ?? reason}</span>;
}

/** Whether any tab holds the lock of a run. */
function useIsAlive(runId: RunId, asked: boolean): boolean {
  const [isAlive, setIsAlive] = useState(false);
  useEffect(() => {
    if (!asked) return;
    void navigator.locks
      ?.query()
      .then(({ held = [] }) => setIsAlive(held.some(({ name }) => name === toRunLock(runId))));
  }, [asked, runId]);
  return isAlive;
}

/** When a run began, what it did and how long it took, in one line. */
export function RunLine({ run }: { readonly run: RunSummary }) {
  const t = useText();
  const { startedAt, turns, calls, durationMs } = run;
  return [t.date(startedAt), t.count("runs.turns", turns), t.count("runs.calls", calls), t.duration(durationMs)].join(
    " · ",
  );
}
