import type { CallRecord } from "../../../worker/protocol/message.ts";
import type { ToolOutcome } from "../../../worker/protocol/tool.ts";
import { useText } from "../../messages/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { loadLater } from "../../ui/load-later.tsx";

const ToolLine = loadLater(() => import("./tool-line.tsx").then((m) => m.ToolLine));
const ServerQuestions = loadLater(() => import("./server-questions.tsx").then((m) => m.ServerQuestions));
const Elapsed = loadLater(() => import("./tool-line.tsx").then((m) => m.Elapsed));
const CallDetails = loadLater(() => import("./call-details.tsx").then((m) => m.CallDetails));

/** States of a call on its card. */
export type ToolCardState = "writing" | "running" | "needs-approval" | "done" | "failed" | "skipped";

interface ToolCardProps {
  readonly name: string;
  readonly state: ToolCardState;
  /** Absent while the model is still writing the call. */
  readonly record?: CallRecord;
}

const ICONS: Readonly<Record<ToolCardState, IconName>> = {
  writing: "pencil",
  running: "clock",
  "needs-approval": "shield",
  done: "check",
  failed: "alert",
  skipped: "copy",
};

/** One tool call: closed a line that says what came of it, open its arguments and its result. */
export function ToolCard({ name, state, record }: ToolCardProps) {
  const t = useText();
  const title = (
    <>
      <span className="tool-icon">
        <Icon name={ICONS[state]} />
      </span>
      <span className="tool-line">
        <ToolLine name={name} record={record} />
        {record?.outcome === undefined && <span className="tool-state shimmer">{t.text(`tool.${state}`)}</span>}
      </span>
      {record?.durationMs !== undefined && <span className="tool-time">{t.duration(record.durationMs)}</span>}
      {state === "running" && <Elapsed />}
      <Icon name="down" />
    </>
  );
  return (
    <>
      <Fold className="tool-card" data-testid="tool-card" data-tool={name} data-state={state} title={title}>
        {() => record && <CallDetails record={record} />}
      </Fold>
      {state === "running" && <ServerQuestions tool={name} />}
    </>
  );
}

const STATES: Readonly<Record<ToolOutcome["type"], ToolCardState>> = {
  success: "done",
  detected: "skipped",
  duplicate: "skipped",
  "not-allowed": "failed",
  "invalid-arguments": "failed",
  denied: "failed",
  "timed-out": "failed",
  failed: "failed",
  cancelled: "failed",
};

/** The state of a card for an outcome, or for none yet: of a call that runs, or of one that never came to its end. */
export function toToolCardState(outcome: ToolOutcome | undefined, isRunning = false): ToolCardState {
  if (outcome === undefined) return isRunning ? "running" : "failed";
  return STATES[outcome.type];
}
