import { Fragment } from "react";
import type { ConversationId } from "../../../worker/protocol/ids.ts";
import type { CallRecord } from "../../../worker/protocol/message.ts";
import type { LiveRun } from "../../state/live-run.ts";
import { loadLater } from "../../ui/load-later.tsx";
import { CallResult } from "../results/call-result.tsx";
import { ToolCard, type ToolCardState, toToolCardState } from "../tool/tool-card.tsx";

const ApprovalCard = loadLater(
  () => import("./approval-card.tsx").then((m) => m.ApprovalCard),
  ({ request }) => <ToolCard name={request.call.name} state="needs-approval" />,
);

interface TurnCallsProps {
  readonly calls: readonly CallRecord[];
  /** Names of the calls that the model is writing. */
  readonly writing: readonly string[];
  readonly run: LiveRun | undefined;
  readonly running: boolean;
  /** True where the user can decide on calls that wait; false in a replay. */
  readonly decidable: boolean;
  /** Whose files a call's script may be run with again. */
  readonly conversationId?: ConversationId | undefined;
}

/** The calls of one turn. Without `decidable` a call that waits for the user is only shown. */
export function TurnCalls({ calls, writing, run, running, decidable, conversationId }: TurnCallsProps) {
  return (
    <>
      {calls.map((record) => {
        const { id, name } = record.call;
        const approval = run?.approvals[id];
        if (approval !== undefined && run !== undefined) {
          if (!decidable) return <ToolCard key={id} name={name} state="needs-approval" record={record} />;
          return <ApprovalCard key={id} runId={run.runId} request={approval} />;
        }
        return (
          <Fragment key={id}>
            <ToolCard name={name} state={toState(record, running)} record={record} />
            <CallResult record={record} conversationId={conversationId} />
          </Fragment>
        );
      })}
      {writing.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a call that is being written has nothing but its place
        <ToolCard key={`writing-${index}`} name={name} state="writing" />
      ))}
    </>
  );
}

function toState({ outcome }: CallRecord, running: boolean): ToolCardState {
  if (outcome !== undefined) return toToolCardState(outcome);
  return running ? "running" : "failed";
}
