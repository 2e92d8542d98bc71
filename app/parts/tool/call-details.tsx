import type { CallRecord } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { JsonTree } from "../../ui/json-tree.tsx";
import { toNoteNames } from "./call-words.ts";
import { OutcomeDetails } from "./outcome-details.tsx";

/** A call's arguments and result in full. */
export function CallDetails({ record }: { readonly record: CallRecord }) {
  const t = useText();
  const write = toNoteNames(record.call, t);
  return (
    <div className="tool-body">
      <h3>{t.text("tool.arguments")}</h3>
      {Object.keys(record.call.arguments).length === 0 ? (
        <p className="quiet">{t.text("tool.no-arguments")}</p>
      ) : (
        <JsonTree value={record.call.arguments} write={write} />
      )}
      {record.call.repairs !== undefined && (
        <p className="quiet" data-testid="call-repairs">
          {t.text("tool.repairs", { repairs: record.call.repairs.join(", ") })}
        </p>
      )}
      {record.outcome && (
        <>
          <h3>{t.text("tool.result")}</h3>
          <OutcomeDetails outcome={record.outcome} write={write} />
        </>
      )}
    </div>
  );
}
