import { useState } from "react";
import type { ManualCallEnd } from "../../../worker/protocol/api/tools-api.ts";
import { isJsonArray, isJsonObject, type JsonObject } from "../../../worker/protocol/json.ts";
import type { ToolSpec } from "../../../worker/protocol/tool.ts";
import { useText } from "../../messages/use-text.ts";
import { findScriptLanguage } from "../../parts/results/find-script.ts";
import { ManualPreview } from "../../parts/tool/manual-preview.tsx";
import { NewScript } from "../../parts/tool/new-script.tsx";
import { OutcomeDetails } from "../../parts/tool/outcome-details.tsx";
import { SecretFields } from "../../parts/tool/secret-fields.tsx";
import { ServerQuestions } from "../../parts/tool/server-questions.tsx";
import { toToolCardState } from "../../parts/tool/tool-card.tsx";
import { findToolTitle } from "../../parts/tool/tool-titles.ts";
import { UndoWrites } from "../../parts/tool/undo-writes.tsx";
import { toResult } from "../../state/app-state.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/fields/form.tsx";
import { SchemaForm } from "../../ui/fields/schema-form.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { JsonTree } from "../../ui/json-tree.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { ScopeField } from "./scope-field.tsx";

interface ToolEntryProps {
  readonly tool: ToolSpec;
  /** Open from the start: a tool that was just written is to be tried. */
  readonly isNew?: boolean;
}

/** A tool in a line, and opened: fields to try it with, and what it is made of. */
export function ToolEntry({ tool, isNew = false }: ToolEntryProps) {
  const t = useText();
  const effect = tool.effect ?? "writes";
  const title = findToolTitle(tool.name, t);
  const language = findScriptLanguage(tool, t);
  const summary = (
    <>
      <span className="tool-line">
        {title === null ? (
          <code className="tool-name">{revealName(tool.name)}</code>
        ) : (
          <span className="tool-name">{title}</span>
        )}
        <span className="tool-call tool-about">
          {t.find(`tool-about.${tool.name}`) ?? revealText(tool.description)}
        </span>
      </span>
      {tool.asks === true && <span className="tag tag-warn">{t.text("effect.asks")}</span>}
      <span className={effect === "reads" ? "tag" : "tag tag-warn"}>{t.text(`effect.${effect}`)}</span>
      <Icon name="down" />
    </>
  );
  return (
    <Fold className="tool-card" data-testid="tool" data-tool={tool.name} isOpen={isNew} title={summary}>
      {() => (language === undefined ? <ToolTrial tool={tool} /> : <NewScript language={language} />)}
    </Fold>
  );
}

function ToolTrial({ tool }: { readonly tool: ToolSpec }) {
  const t = useText();
  const { api } = useApp();
  const [input, setInput] = useState<JsonObject | undefined>(tool.examples?.[0]?.arguments ?? {});
  const [running, setRunning] = useState(false);
  const [ended, setEnded] = useState<ManualCallEnd>();
  const run = async () => {
    if (input === undefined) return;
    setRunning(true);
    const now = await api
      .runTool(tool.name, input)
      .catch((error: unknown): ManualCallEnd => ({ outcome: { type: "failed", message: String(error) } }));
    setEnded(now);
    setRunning(false);
  };
  return (
    <div className="tool-body">
      <SecretFields tool={tool} />
      {tool.scoped === true && <ScopeField tool={tool.name} />}
      <Form aria-label={t.text("tools.try", { tool: tool.name })} onSubmit={() => void run()}>
        <SchemaForm schema={tool.parameters} value={input ?? {}} onChange={setInput} />
        {tool.effect !== "reads" && <ManualPreview name={tool.name} input={input} />}
        <div className="row">
          <Button
            text={running ? "tool.running" : "tools.run"}
            tone="primary"
            icon="play"
            type="submit"
            disabled={running || input === undefined}
          />
        </div>
      </Form>
      {running && <ServerQuestions tool={tool.name} />}
      <div aria-live="polite">
        {ended && (
          <div className="tool-outcome" data-testid="tool-outcome" data-state={toToolCardState(ended.outcome)}>
            <h3>{t.text("tool.result")}</h3>
            <OutcomeDetails outcome={ended.outcome} />
          </div>
        )}
        {!running && ended && (
          <UndoWrites calls={[ended]} isUndone={false} undo={() => toResult(api.undoEdits(ended.edits ?? []))} />
        )}
      </div>
      <Fold title={t.text("details.summary")}>
        <p>
          <code>{revealName(tool.name)}</code>
        </p>
        <p dir="auto">{revealText(tool.description)}</p>
        <JsonTree value={tool.parameters} />
        <p className="quiet">{t.text("tools.parameters", { names: toParameterNames(tool) })}</p>
      </Fold>
      {tool.examples && tool.examples.length > 0 && (
        <Fold title={t.text("tools.examples")}>
          <ul>
            {tool.examples.map((example) => (
              <li key={example.question}>
                <span dir="auto">{example.question}</span> <code>{JSON.stringify(example.arguments)}</code>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </div>
  );
}

function toParameterNames(tool: ToolSpec): string {
  const { properties, required } = tool.parameters;
  if (!isJsonObject(properties)) return "–";
  const wanted = required !== undefined && isJsonArray(required) ? required : [];
  const names = Object.keys(properties).map((name) => (wanted.includes(name) ? name : `${name}?`));
  return names.length === 0 ? "–" : names.join(", ");
}
