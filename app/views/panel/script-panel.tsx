import { useState } from "react";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import type { ToolOutcome } from "../../../worker/protocol/tool.ts";
import { useText } from "../../messages/use-text.ts";
import { toTemplate } from "../../parts/files/to-template.ts";
import { findScriptLanguage } from "../../parts/results/find-script.ts";
import { readResults } from "../../parts/results/read-results.ts";
import { ScriptResults } from "../../parts/results/script-results.tsx";
import { TableResult } from "../../parts/results/table-result.tsx";
import { toFaultSentence } from "../../parts/tool/fault-sentence.ts";
import { ReadingLine } from "../../parts/tool/reading-line.tsx";
import { toOutcomeText } from "../../parts/tool/tool-line.tsx";
import type { PanelContent, Script } from "../../state/panel-content.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField, Form } from "../../ui/fields/form.tsx";
import { Fold } from "../../ui/fold.tsx";
import { InputFiles } from "./input-files.tsx";

/** Rows that a query shows a person, who does not have to read them all. */
const MAX_ROWS = 1000;
/** The page's words for what is run in each language. */
const LANGUAGES = {
  javascript: { source: "script.source", note: "script.note" },
  sql: { source: "sql.source", note: "sql.note" },
} as const;
const SQL_HELP = [
  ["table", "FROM sales_2026"],
  ["column", '"unit price"'],
  ["date", "strftime('%Y-%m', date)"],
  ["exact", "sum(x), avg(x), median(x)"],
] as const;
const HELP = [
  ["files", 'files["notes.txt"]'],
  ["tables", 'tables["prices.csv"]'],
  ["text", "show.text(text)"],
  ["table", "show.table(rows, title)"],
  ["chart", 'show.chart("bar", rows, title)'],
  ["file", 'show.file("new.csv", rows)'],
  ["html", "show.html(html, title)"],
] as const;

/** A script to change and to run by hand, with its files and what it showed. */
export function ScriptPanel({ content }: { readonly content: Extract<PanelContent, { readonly type: "script" }> }) {
  const { script: given, outcome: first, conversationId } = content;
  const t = useText();
  const { api } = useApp();
  const [script, setScript] = useState<Script>(() =>
    given.code === "" ? { ...given, code: toTemplate(given.language, given.files) } : given,
  );
  const [outcome, setOutcome] = useState(first);
  const [running, setRunning] = useState(false);
  const tool = useScriptTool(script.language);
  const isReady = useAppState(({ phase }) => phase === "ready");
  const canRun = isReady && !running;
  const { language, code, files } = script;
  const chooseFiles = (chosen: readonly string[]) => {
    const isTemplate = code === toTemplate(language, files);
    setScript({ ...script, files: chosen, code: isTemplate ? toTemplate(language, chosen) : code });
  };
  const run = async () => {
    if (!canRun) return;
    setRunning(true);
    const ended = await api
      .runTool(tool, toArguments(script), conversationId)
      .catch((error: unknown) => ({ outcome: { type: "failed" as const, message: String(error) } }));
    setOutcome(ended.outcome);
    setRunning(false);
  };
  return (
    <>
      <Form onSubmit={() => void run()}>
        <InputFiles files={files} conversationId={conversationId} onChange={chooseFiles} />
        <AreaField
          text={LANGUAGES[language].source}
          className="json-field script-source"
          rows={10}
          spellCheck={false}
          autoCapitalize="off"
          dir="ltr"
          data-first-focus
          value={code}
          onChange={({ target }) => setScript({ ...script, code: target.value })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void run();
          }}
        />
        <p className="quiet">{t.text(LANGUAGES[language].note)}</p>
        <div className="row">
          <Button
            text={running ? "tool.running" : "tools.run"}
            tone="primary"
            icon="play"
            type="submit"
            disabled={!canRun}
          />
        </div>
      </Form>
      <ScriptHelp language={language} />
      <section aria-live="polite" aria-busy={running} data-testid="script-outcome" data-state={outcome?.type}>
        {running && <ReadingLine />}
        {outcome !== undefined && (
          <>
            <h3>{t.text("script.results")}</h3>
            <Shown outcome={outcome} script={script} tool={tool} />
          </>
        )}
      </section>
    </>
  );
}

function ScriptHelp({ language }: Pick<Script, "language">) {
  const t = useText();
  const isSql = language === "sql";
  const entries = isSql
    ? SQL_HELP.map(([key, code]) => ({ code, about: t.text(`sql.help.${key}`) }))
    : HELP.map(([key, code]) => ({ code, about: t.text(`script.help.${key}`) }));
  return (
    <Fold title={t.text(isSql ? "sql.help" : "script.help")}>
      <dl className="script-help">
        {entries.map(({ code, about }) => (
          <div key={code}>
            <dt>
              <code dir="ltr">{code}</code>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}

interface ShownProps {
  readonly outcome: ToolOutcome;
  readonly script: Script;
  /** The name of the tool that ran it. */
  readonly tool: string;
}

function Shown({ outcome, script, tool }: ShownProps) {
  const t = useText();
  const results = readResults(outcome);
  if (results !== null) return <ScriptResults results={results} />;
  if (script.language === "sql" && outcome.type === "success") return <TableResult outcome={outcome} />;
  const call = { id: "", name: tool, arguments: toArguments(script) };
  return (
    <p className="script-fault" dir="auto">
      {outcome.type === "failed" ? toFaultSentence(outcome.message, t) : toOutcomeText(call, outcome, t)}
    </p>
  );
}

/** The name of the tool of ours that runs scripts of a language; empty until the tools are known. */
function useScriptTool(language: Script["language"]): string {
  const t = useText();
  const skills = useAppState((state) => state.skills);
  const tools = skills.flatMap((skill) => skill.tools);
  return tools.find((tool) => findScriptLanguage(tool, t) === language)?.name ?? "";
}

function toArguments({ language, code, files }: Script): JsonObject {
  return language === "sql" ? { sql: code, tables: files, limit: MAX_ROWS } : { code, files };
}
