import { lazy, type ReactElement, Suspense, useState } from "react";
import { assertNever } from "../../../worker/protocol/assert-never.ts";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import type { CallRecord } from "../../../worker/protocol/message.ts";
import type { ToolOutcome } from "../../../worker/protocol/tool.ts";
import type { Translator } from "../../messages/translate.ts";
import { useText } from "../../messages/use-text.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";

const CallDetails = lazy(() => import("./call-details.tsx").then((m) => ({ default: m.CallDetails })));

/** What a tool card shows of a call. */
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
export function ToolCard({ name, state, record }: ToolCardProps): ReactElement {
  const t = useText();
  const [open, setOpen] = useState(false);
  const summary = record && toArgumentsText(record.call.arguments);
  const preview = record?.outcome && toPreview(record.outcome, t);
  return (
    <details
      className="tool-card"
      data-testid="tool-card"
      data-tool={name}
      data-state={state}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className="tool-icon">
          <Icon name={ICONS[state]} />
        </span>
        <span className="tool-line">
          <span className="tool-call" dir="ltr">
            <span className="tool-name">{name}</span>
            {summary !== undefined && summary !== "" && <span className="tool-arguments">{summary}</span>}
          </span>
          {preview === undefined ? (
            <span className="tool-state shimmer">{t.text(`tool.${state}`)}</span>
          ) : (
            <span className="tool-preview" data-testid="tool-result" dir="auto">
              {preview}
            </span>
          )}
        </span>
        {record?.durationMs !== undefined && <span className="tool-time">{t.duration(record.durationMs)}</span>}
        <Icon name="down" />
      </summary>
      {open && record && (
        <Suspense>
          <CallDetails record={record} />
        </Suspense>
      )}
    </details>
  );
}

/** What a card shows for an outcome. */
export function toToolCardState(outcome: ToolOutcome): ToolCardState {
  switch (outcome.type) {
    case "success":
    case "detected":
      return "done";
    case "duplicate":
      return "skipped";
    case "not-allowed":
    case "invalid-arguments":
    case "denied":
    case "timed-out":
    case "failed":
    case "cancelled":
      return "failed";
    default:
      return assertNever(outcome);
  }
}

const MAX_LINE = 120;

/** Arguments in one line: the only value alone, several with their names. */
export function toArgumentsText(input: JsonObject): string {
  const entries = Object.entries(input);
  const [only] = entries;
  const toShort = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  if (entries.length === 1 && only !== undefined) return cut(toShort(only[1]));
  return cut(entries.map(([name, value]) => `${name}: ${toShort(value)}`).join(", "));
}

function toPreview(outcome: ToolOutcome, t: Translator): string {
  switch (outcome.type) {
    case "success": {
      const text = outcome.content
        .map((block) => (block.type === "text" ? block.text : JSON.stringify(block.value)))
        .join(" ");
      return cut(text.trim() === "" ? t.text("tool.empty-result") : text);
    }
    case "not-allowed":
      return t.text("outcome.not-allowed", { skill: outcome.skillName });
    case "invalid-arguments":
      return cut(outcome.problems[0]?.message ?? t.text("outcome.invalid-arguments"));
    case "denied":
      return outcome.reason === ""
        ? t.text("outcome.denied")
        : cut(t.text("outcome.denied-because", { reason: outcome.reason }));
    case "timed-out":
      return t.text("outcome.timed-out", { time: t.duration(outcome.timeoutMs) });
    case "failed":
      return cut(outcome.message);
    case "duplicate":
      return t.text("outcome.duplicate");
    case "cancelled":
      return t.text("outcome.cancelled");
    case "detected":
      return t.text("outcome.detected");
    default:
      return assertNever(outcome);
  }
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}
