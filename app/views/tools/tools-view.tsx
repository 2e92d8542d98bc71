import { DEFAULT_SETTINGS } from "../../../worker/protocol/settings.ts";
import type { ToolSpec } from "../../../worker/protocol/tool.ts";
import { useText } from "../../messages/use-text.ts";
import { Page } from "../../parts/frame/page.tsx";
import { NewScript } from "../../parts/tool/new-script.tsx";
import { isExampleSkill, toSkillTitle } from "../../parts/tool/skill-titles.ts";
import { toToolTitle } from "../../parts/tool/tool-titles.ts";
import { useAppState, useIsDeveloper, useSettings } from "../../state/use-app.ts";
import { Fold } from "../../ui/fold.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { FaultList } from "./fault-list.tsx";
import { FilesSection } from "./files-section.tsx";
import { FlowOf } from "./flow-entry.tsx";
import { PromptsSection } from "./prompts-section.tsx";
import { ToolEntry } from "./tool-entry.tsx";
import { toKnowledgeName, toToolName } from "./tool-name.ts";
import { UseSkill } from "./use-skill.tsx";

/** The tools: the user's own, those of servers, those of the assistant, and the examples; each can be tried. */
export function ToolsView() {
  const t = useText();
  const skills = useAppState((state) => state.skills);
  const faults = useAppState((state) => state.fileFaults);
  const files = useAppState((state) => state.settings.toolFiles);
  const own = new Set(files.flatMap(({ text }) => [toToolName(text), toKnowledgeName(text)]));
  const isDeveloper = useIsDeveloper();
  const assistant = skills.find(({ name }) => name === DEFAULT_SETTINGS.skill);
  const given = (assistant?.tools ?? []).filter(({ name }) => !own.has(name));
  const others = skills.filter((skill) => skill !== assistant && (isDeveloper || !isExampleSkill(skill.name)));
  /** Names of tools that are listed already. */
  const known = new Set([...own, ...given.map(({ name }) => name)]);
  return (
    <Page tab="tools" title={t.text("nav.tools")} lead={t.text("tools.lead")}>
      {faults.length > 0 && (
        <section className="skill" aria-labelledby="file-faults" data-testid="file-faults">
          <h2 id="file-faults">{t.text("tools.faults")}</h2>
          <p className="quiet">{t.text("tools.faults-lead")}</p>
          <FaultList faults={faults} />
        </section>
      )}
      <section className="skill" aria-labelledby="given-tools" data-testid="given-tools">
        <div className="card-head">
          <h2 id="given-tools">{t.text("tools.given")}</h2>
          {isDeveloper && (
            <span className="row">
              <NewScript />
              <NewScript language="sql" />
            </span>
          )}
        </div>
        <ul className="tool-list">
          {given.map((tool) => (
            <li key={tool.name} className="tool-switch">
              <ToolSwitch tool={tool} />
              <ToolEntry tool={tool} />
            </li>
          ))}
        </ul>
      </section>
      <PromptsSection />
      <FilesSection />
      {/* The other skills: ways of working with tools of their own, most of them examples. */}
      <Fold className="skill examples" data-testid="examples" title={<h2>{t.text("tools.examples-title")}</h2>}>
        {() => (
          <>
            <p className="quiet">{t.text("tools.examples-lead")}</p>
            {others.map((skill) => {
              const tools = skill.tools.filter(({ name }) => !known.has(name));
              for (const { name } of tools) known.add(name);
              return (
                <section key={skill.name} className="skill" aria-labelledby={`skill-${skill.name}`}>
                  <div className="card-head">
                    <div>
                      <h3 id={`skill-${skill.name}`}>{toSkillTitle(skill.name, t)}</h3>
                      <p className="quiet">{revealText(skill.description)}</p>
                    </div>
                    <UseSkill name={skill.name} />
                  </div>
                  <FlowOf skill={skill} />
                  {tools.length > 0 && <ToolList tools={tools} />}
                </section>
              );
            })}
          </>
        )}
      </Fold>
    </Page>
  );
}

/** Whether the assistant may use a tool at all. */
function ToolSwitch({ tool: { name } }: { readonly tool: ToolSpec }) {
  const t = useText();
  const [{ toolsOff: off = [] }, change] = useSettings();
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={t.text("tools.on", { tool: revealName(toToolTitle(name, t)) })}
      checked={!off.includes(name)}
      aria-checked={!off.includes(name)}
      onChange={({ target }) => {
        const others = off.filter((each) => each !== name);
        change({ toolsOff: target.checked ? others : [...others, name] });
      }}
    />
  );
}

function ToolList({ tools }: { readonly tools: readonly ToolSpec[] }) {
  return (
    <ul className="tool-list">
      {tools.map((tool) => (
        <li key={tool.name}>
          <ToolEntry tool={tool} />
        </li>
      ))}
    </ul>
  );
}
