import type { ConversationId } from "../../../worker/protocol/ids.ts";
import type { CallRecord } from "../../../worker/protocol/message.ts";
import { loadLater } from "../../ui/load-later.tsx";

const TableResult = loadLater(() => import("./table-result.tsx").then((m) => m.TableResult));
const ScriptResult = loadLater(() => import("./script-result.tsx").then((m) => m.ScriptResult));

interface CallResultProps {
  readonly record: Pick<CallRecord, "call" | "outcome">;
  readonly conversationId: ConversationId | undefined;
}

/** What a call gave to look at: a table, a chart, what a script showed. Nothing for every other tool. */
export function CallResult({ record, conversationId }: CallResultProps) {
  switch (record.call.name) {
    case "query_table":
    case "draw_chart":
      return <TableResult outcome={record.outcome} isInChat />;
    case "run_javascript":
    case "run_sql":
      return <ScriptResult record={record} conversationId={conversationId} />;
    default:
      return null;
  }
}
