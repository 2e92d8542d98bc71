import type { CallRecord } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { ToolCard, toToolCardState } from "./tool-card.tsx";

/** The calls of a finished answer in one line, which opens. */
export function Steps({ calls }: { readonly calls: readonly CallRecord[] }) {
  const t = useText();
  const time = calls.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0);
  return (
    <Fold className="steps" data-testid="steps" title={`${t.count("runs.turns", calls.length)} · ${t.duration(time)}`}>
      <CallCards calls={calls} />
    </Fold>
  );
}

/** The cards of calls that have ended. */
export function CallCards({ calls }: { readonly calls: readonly CallRecord[] }) {
  return calls.map((record) => (
    <ToolCard key={record.call.id} name={record.call.name} state={toToolCardState(record.outcome)} record={record} />
  ));
}
