import { type ReactElement, useState } from "react";
import type { ConversationId } from "../../../worker/protocol/ids.ts";
import type { ToolOutcome } from "../../../worker/protocol/tool.ts";
import { useText } from "../../messages/use-text.ts";
import type { Script } from "../../state/panel.ts";
import { Button } from "../../ui/button.tsx";
import { useApp, useAppState } from "../../use-app.ts";
import { toOutcomeLine } from "../chat/results/tool-line.tsx";
import { InputFiles } from "./input-files.tsx";
import { readResults } from "./read-results.ts";
import { ScriptResults } from "./script-results.tsx";
import { toTemplate } from "./to-template.ts";

const TOOL = "run_javascript";
const HELP = [
  ["files", 'files["notes.txt"]'],
  ["tables", 'tables["prices.csv"]'],
  ["text", "show.text(text)"],
  ["table", "show.table(rows, title)"],
  ["chart", 'show.chart("bar", rows, title)'],
  ["file", 'show.file("new.csv", rows)'],
  ["html", "show.html(html, title)"],
] as const;

interface ScriptPanelProps {
  readonly script: Script;
  readonly outcome: ToolOutcome | undefined;
  readonly conversationId: ConversationId | undefined;
}

/** A script to change and to run by hand, with its files and what it showed. */
export function ScriptPanel({ script: given, outcome: first, conversationId }: ScriptPanelProps): ReactElement {
  const t = useText();
  const { api } = useApp();
  const [script, setScript] = useState<Script>(() =>
    given.code === "" ? { ...given, code: toTemplate(given.files) } : given,
  );
  const [outcome, setOutcome] = useState(first);
  const [running, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    const ended = await api
      .runTool(TOOL, { code: script.code, files: script.files }, conversationId)
      .catch((error: unknown) => ({ outcome: { type: "failed" as const, message: String(error) } }));
    setOutcome(ended.outcome);
    setRunning(false);
  };
  return (
    <>
      <ScriptForm
        script={script}
        conversationId={conversationId}
        running={running}
        onChange={setScript}
        onRun={() => void run()}
      />
      <ScriptHelp />
      <section aria-live="polite" aria-busy={running} data-testid="script-outcome" data-state={outcome?.type}>
        {outcome !== undefined && (
          <>
            <h3>{t.text("script.results")}</h3>
            <Shown outcome={outcome} script={script} />
          </>
        )}
      </section>
    </>
  );
}

interface ScriptFormProps extends Pick<ScriptPanelProps, "script" | "conversationId"> {
  readonly running: boolean;
  readonly onChange: (script: Script) => void;
  readonly onRun: () => void;
}

function ScriptForm({ script, conversationId, running, onChange, onRun }: ScriptFormProps): ReactElement {
  const t = useText();
  const isReady = useAppState(({ phase }) => phase === "ready");
  const canRun = isReady && !running;
  const chooseFiles = (files: readonly string[]) =>
    onChange({ files, code: script.code === toTemplate(script.files) ? toTemplate(files) : script.code });
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (canRun) onRun();
      }}
    >
      <InputFiles files={script.files} conversationId={conversationId} onChange={chooseFiles} />
      <label className="field">
        <span>{t.text("script.source")}</span>
        <textarea
          className="json-field script-source"
          rows={10}
          spellCheck={false}
          autoCapitalize="off"
          dir="ltr"
          data-first-focus
          value={script.code}
          onChange={({ target }) => onChange({ ...script, code: target.value })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            if (canRun) onRun();
          }}
        />
      </label>
      <p className="quiet">{t.text("script.note")}</p>
      <div className="row">
        <Button tone="primary" icon="play" type="submit" disabled={!canRun}>
          {t.text(running ? "tool.running" : "tools.run")}
        </Button>
      </div>
    </form>
  );
}

function ScriptHelp(): ReactElement {
  const t = useText();
  return (
    <details className="fold">
      <summary>{t.text("script.help")}</summary>
      <dl className="script-help">
        {HELP.map(([key, code]) => (
          <div key={key}>
            <dt>
              <code dir="ltr">{code}</code>
            </dt>
            <dd>{t.text(`script.help.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Shown({ outcome, script }: { readonly outcome: ToolOutcome; readonly script: Script }): ReactElement {
  const t = useText();
  const results = readResults(outcome);
  if (results !== null) return <ScriptResults results={results} />;
  const call = { id: "", name: TOOL, arguments: { code: script.code } };
  return (
    <p className="script-fault" dir="auto">
      {toOutcomeLine(call, outcome, t)}
    </p>
  );
}
