import type { ReactElement } from "react";
import type { ConversationId } from "../../../../worker/protocol/ids.ts";
import { isJsonArray, type JsonObject } from "../../../../worker/protocol/json.ts";
import type { CallRecord } from "../../../../worker/protocol/message.ts";
import { useText } from "../../../messages/use-text.ts";
import { type Script, showPanel } from "../../../state/panel.ts";
import { Button } from "../../../ui/button.tsx";
import { HighlightedCode } from "../../../ui/markdown/highlighted-code.tsx";
import { revealText } from "../../../ui/trust/reveal-look-alikes.ts";
import { useApp } from "../../../use-app.ts";
import { readResults } from "../../panel/read-results.ts";
import { ScriptResults } from "../../panel/script-results.tsx";
import "../../../styles/panel.css";

interface ScriptResultProps {
  readonly record: Pick<CallRecord, "call" | "outcome">;
  readonly conversationId: ConversationId | undefined;
}

/** What a call's script showed, its source, and the way to change it and to run it by hand. */
export function ScriptResult({ record, conversationId }: ScriptResultProps): ReactElement | null {
  const t = useText();
  const app = useApp();
  const { call, outcome } = record;
  if (outcome === undefined) return null;
  const script = toScript(call.arguments);
  const results = readResults(outcome);
  return (
    <figure className="script-result" data-testid="script-result">
      {results !== null && <ScriptResults results={results} withoutPages />}
      <details className="fold">
        <summary>{t.text("script.source")}</summary>
        <pre className="script-shown" dir="ltr">
          <code>
            <HighlightedCode code={revealText(script.code)} language="javascript" />
          </code>
        </pre>
      </details>
      <Button small icon="pencil" onClick={() => showPanel(app, { type: "script", script, outcome, conversationId })}>
        {t.text("script.change")}
      </Button>
    </figure>
  );
}

function toScript({ code, files }: JsonObject): Script {
  const names = files !== undefined && isJsonArray(files) ? files.map(String) : [];
  return { code: typeof code === "string" ? code : "", files: names };
}
