import type { CallRecord } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { loadLater } from "../../ui/load-later.tsx";
import { findToolTitle } from "../tool/tool-titles.ts";
import { findScript } from "./find-script.ts";
import { readRows } from "./read-results.ts";

const ReminderCard = loadLater(() => import("../tasks/reminder-card.tsx").then((m) => m.ReminderCard));
const TableResult = loadLater(() => import("./table-result.tsx").then((m) => m.TableResult));
const ForeignResult = loadLater(() => import("./foreign-result.tsx").then((m) => m.ForeignResult));
const ScriptResult = loadLater(() => import("./script-result.tsx").then((m) => m.ScriptResult));

/** Draws a result of a call: a reminder, a table, a chart, a script's results, a server's rows and links. Nothing for every other form. */
export function CallResult({ record }: { readonly record: Pick<CallRecord, "call" | "outcome" | "edits"> }) {
  const t = useText();
  if (findToolTitle(record.call.name, t) === null) return <ForeignResult record={record} />;
  const task = record.edits?.find(({ after }) => after?.task?.due !== undefined)?.after;
  if (task) return <ReminderCard memoryId={task.id} />;
  if (findScript(record.call) !== null) return <ScriptResult record={record} />;
  return readRows(record.outcome) === null ? null : <TableResult outcome={record.outcome} isInChat />;
}
