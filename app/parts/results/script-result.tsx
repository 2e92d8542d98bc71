import type { CallRecord } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { showPanel } from "../../state/panel-content.ts";
import { useApp, useConversationId } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { HighlightedCode } from "../../ui/markdown/highlighted-code.tsx";
import { revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { findScript } from "./find-script.ts";
import { readResults } from "./read-results.ts";
import { ScriptResults } from "./script-results.tsx";
import { TableResult } from "./table-result.tsx";
import "../../styles/panel.css";

/** Draws the results of a call's script or query, its source, and the way to change it and to run it by hand. */
export function ScriptResult({ record }: { readonly record: Pick<CallRecord, "call" | "outcome"> }) {
  const t = useText();
  const conversationId = useConversationId();
  const app = useApp();
  const { call, outcome } = record;
  const script = findScript(call);
  if (outcome === undefined || script === null) return null;
  const isSql = script.language === "sql";
  const results = isSql ? null : readResults(outcome);
  return (
    <figure className="script-result" data-testid="script-result">
      {results !== null && <ScriptResults results={results} withoutPages />}
      {isSql && <TableResult outcome={outcome} isInChat />}
      <Fold title={t.text(isSql ? "sql.source" : "script.source")}>
        <pre className="script-shown" dir="ltr">
          <code>
            <HighlightedCode code={revealText(script.code)} language={script.language} />
          </code>
        </pre>
      </Fold>
      <Button
        text="script.change"
        small
        icon="pencil"
        onClick={() => showPanel(app, { type: "script", script, outcome, conversationId })}
      />
    </figure>
  );
}
