import { lazy, Suspense } from "react";
import type { ConversationId } from "../../../worker/protocol/ids.ts";
import type { CallRecord } from "../../../worker/protocol/message.ts";

const TableResult = lazy(() => import("./table-result.tsx").then((m) => ({ default: m.TableResult })));
const ScriptResult = lazy(() => import("./script-result.tsx").then((m) => ({ default: m.ScriptResult })));

interface CallResultProps {
  readonly record: Pick<CallRecord, "call" | "outcome">;
  readonly conversationId: ConversationId | undefined;
}

/** What a call gave to look at: a table, a chart, what a script showed. Nothing for every other tool. */
export function CallResult({ record, conversationId }: CallResultProps) {
  switch (record.call.name) {
    case "query_table":
    case "draw_chart":
      return (
        <Suspense>
          <TableResult outcome={record.outcome} isInChat />
        </Suspense>
      );
    case "run_javascript":
    case "run_sql":
      return (
        <Suspense>
          <ScriptResult record={record} conversationId={conversationId} />
        </Suspense>
      );
    default:
      return null;
  }
}
