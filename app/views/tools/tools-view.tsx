import { type ReactElement, useState } from "react";
import type { ManualCallEnd } from "../../../worker/protocol/api/manual-calls-api.ts";
import { formatFault } from "../../../worker/protocol/file-fault.ts";
import { isJsonArray, isJsonObject, type JsonObject } from "../../../worker/protocol/json.ts";
import type { ToolSpec } from "../../../worker/protocol/tool.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { JsonTree } from "../../ui/json-tree.tsx";
import { SchemaForm } from "../../ui/schema-form.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { useApp, useAppState } from "../../use-app.ts";
import { countWrites } from "../chat/count-writes.ts";
import { toToolCardState } from "../chat/tool-card.tsx";
import { UndoWrites } from "../chat/undo-writes.tsx";
import { Page } from "../page.tsx";
import type { ViewFrame } from "../view-frame.ts";
import { FilesSection } from "./files-section.tsx";
import { ManualPreview } from "./manual-preview.tsx";
import { OutcomeDetails } from "./outcome-details.tsx";
import { ServersSection } from "./servers-section.tsx";

/** The skills, what each of them may use, and every tool to try. */
export function ToolsView(frame: ViewFrame): ReactElement {
  const t = useText();
  const phase = useAppState((state) => state.phase);
  const skills = useAppState((state) => state.skills);
  const faults = useAppState((state) => state.fileFaults);
  const chosen = useAppState((state) => state.settings.skill);
  const { models } = useApp();
  return (
    <Page title={t.text("nav.tools")} lead={t.text("tools.lead")} {...frame}>
      {phase === "ready" && skills.length === 0 && <EmptyState icon="wrench" title={t.text("tools.empty")} />}
      {faults.length > 0 && (
        <section className="skill" aria-labelledby="file-faults" data-testid="file-faults">
          <h2 id="file-faults">{t.text("tools.faults")}</h2>
          <p className="quiet">{t.text("tools.faults-lead")}</p>
          <ul>
            {faults.map((fault) => (
              <li key={formatFault(fault)}>
                <code>{revealText(formatFault(fault))}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      {skills.map((skill) => (
        <section key={skill.name} className="skill" aria-labelledby={`skill-${skill.name}`}>
          <div className="card-head">
            <div>
              <h2 id={`skill-${skill.name}`}>{revealName(skill.name)}</h2>
              <p className="quiet">{skill.description}</p>
            </div>
            {skill.name === chosen ? (
              <span className="tag tag-good">{t.text("tools.default-skill")}</span>
            ) : (
              <Button small onClick={() => void models.changeSettings({ skill: skill.name })}>
                {t.text("tools.use-skill")}
              </Button>
            )}
          </div>
          {skill.tools.length === 0 ? (
            <p className="quiet">{t.text("tools.no-tools")}</p>
          ) : (
            <ul className="tool-list">
              {skill.tools.map((tool) => (
                <li key={tool.name}>
                  <ToolEntry tool={tool} />
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <FilesSection />
      <ServersSection />
    </Page>
  );
}

function ToolEntry({ tool }: { readonly tool: ToolSpec }): ReactElement {
  const t = useText();
  const [open, setOpen] = useState(false);
  const effect = tool.effect ?? "writes";
  return (
    <details
      className="tool-card"
      data-testid="tool"
      data-tool={tool.name}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className="tool-line">
          <span className="tool-name">{revealName(tool.name)}</span>
          <span className="tool-call tool-about">{tool.description}</span>
        </span>
        {tool.asks === true && <span className="tag tag-warn">{t.text("effect.asks")}</span>}
        <span className={effect === "reads" ? "tag" : "tag tag-warn"}>{t.text(`effect.${effect}`)}</span>
        <Icon name="down" />
      </summary>
      {open && <ToolTrial tool={tool} />}
    </details>
  );
}

function ToolTrial({ tool }: { readonly tool: ToolSpec }): ReactElement {
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
  const writes = ended === undefined ? 0 : countWrites([ended]);
  return (
    <div className="tool-body">
      <p>{tool.description}</p>
      <form
        className="form"
        aria-label={t.text("tools.try", { tool: tool.name })}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <SchemaForm schema={tool.parameters} value={input ?? {}} onChange={setInput} />
        {tool.effect !== "reads" && <ManualPreview name={tool.name} input={input} />}
        <div className="row">
          <Button tone="primary" icon="play" type="submit" disabled={running || input === undefined}>
            {t.text(running ? "tool.running" : "tools.run")}
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {ended && (
          <div className="tool-outcome" data-testid="tool-outcome" data-state={toToolCardState(ended.outcome)}>
            <h3>{t.text("tool.result")}</h3>
            <OutcomeDetails outcome={ended.outcome} />
          </div>
        )}
        {!running && writes > 0 && (
          <UndoWrites
            by="manual-call"
            notes={writes}
            isUndone={false}
            undo={() => toResult(api.undoEdits(ended?.edits ?? []))}
          />
        )}
      </div>
      <details className="fold">
        <summary>{t.text("tools.schema")}</summary>
        <JsonTree value={tool.parameters} />
      </details>
      {tool.examples && tool.examples.length > 0 && (
        <details className="fold">
          <summary>{t.text("tools.examples")}</summary>
          <ul>
            {tool.examples.map((example) => (
              <li key={example.question}>
                <span dir="auto">{example.question}</span> <code>{JSON.stringify(example.arguments)}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="quiet">{t.text("tools.parameters", { names: toParameterNames(tool) })}</p>
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
