import { type ReactElement, type ReactNode, useId, useState } from "react";
import { assertNever } from "../../../worker/protocol/assert-never.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../worker/protocol/settings.ts";
import { LANGUAGES } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { SETTINGS_SECTIONS, type SettingsSection, toHash } from "../../state/route.ts";
import { Button } from "../../ui/button.tsx";
import { useApp, useAppState } from "../../use-app.ts";
import { Page } from "../page.tsx";
import { StorageLine } from "../storage-line.tsx";
import type { ViewFrame } from "../view-frame.ts";
import { AboutSection } from "./about-section.tsx";
import { ConnectionsSection } from "./connections-section.tsx";
import { DataSection } from "./data-section.tsx";
import { PermissionsSection } from "./permissions-section.tsx";

interface SettingsViewProps extends ViewFrame {
  readonly section: SettingsSection;
}

/** Everything that can be set; each change is stored at once. */
export function SettingsView({ section, ...frame }: SettingsViewProps): ReactElement {
  const t = useText();
  return (
    <Page title={t.text("nav.settings")} lead={t.text("settings.lead")} {...frame}>
      <nav className="tabs" aria-label={t.text("settings.sections")}>
        {SETTINGS_SECTIONS.map((name) => (
          <a
            key={name}
            href={toHash({ type: "settings", section: name })}
            aria-current={name === section ? "page" : undefined}
            ref={name === section ? showTab : null}
          >
            {t.text(`settings.${name}`)}
          </a>
        ))}
      </nav>
      <section className="card form" aria-label={t.text(`settings.${section}`)}>
        <Section section={section} />
      </section>
    </Page>
  );
}

/** Where the tabs do not all fit, the current one is in view. */
function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ inline: "center", block: "nearest" });
}

function Section({ section }: { readonly section: SettingsSection }): ReactElement {
  switch (section) {
    case "appearance":
      return <Appearance />;
    case "chat":
      return <ChatSettings />;
    case "answers":
      return <AnswerSettings />;
    case "permissions":
      return <PermissionsSection />;
    case "connections":
      return <ConnectionsSection />;
    case "data":
      return <DataSettings />;
    case "about":
      return <AboutSection />;
    default:
      return assertNever(section);
  }
}

function useSettings(): readonly [Settings, (change: Partial<Settings>) => void] {
  const { models } = useApp();
  const settings = useAppState((state) => state.settings);
  return [settings, (change) => void models.changeSettings(change)];
}

function Appearance(): ReactElement {
  const t = useText();
  const [settings, change] = useSettings();
  return (
    <>
      <Choice
        label={t.text("settings.theme")}
        value={settings.theme}
        options={[
          ["auto", t.text("settings.theme.auto")],
          ["light", t.text("settings.theme.light")],
          ["dark", t.text("settings.theme.dark")],
        ]}
        onPick={(theme) => change({ theme })}
      />
      <Setting label={t.text("settings.language")}>
        {(id) => (
          <select id={id} value={settings.language} onChange={(event) => change({ language: event.target.value })}>
            <option value="auto">{t.text("settings.language.auto")}</option>
            {LANGUAGES.map((language) => (
              <option key={language.code} value={language.code} lang={language.code}>
                {language.name}
              </option>
            ))}
          </select>
        )}
      </Setting>
      <Setting
        label={t.text("settings.font")}
        note={t.number(settings.fontScale, { style: "percent", maximumFractionDigits: 0 })}
      >
        {(id) => (
          <input
            id={id}
            type="range"
            min={0.85}
            max={1.5}
            step={0.05}
            value={settings.fontScale}
            onChange={(event) => change({ fontScale: event.target.valueAsNumber })}
          />
        )}
      </Setting>
    </>
  );
}

function ChatSettings(): ReactElement {
  const t = useText();
  const [settings, change] = useSettings();
  return (
    <>
      <Choice
        label={t.text("settings.send-key")}
        value={settings.sendKey}
        options={[
          ["enter", t.text("settings.send-key.enter")],
          ["mod-enter", t.text("settings.send-key.mod-enter")],
        ]}
        onPick={(sendKey) => change({ sendKey })}
      />
      <Setting label={t.text("settings.system-prompt")} note={t.text("settings.system-prompt-note")}>
        {(id) => (
          <LateText id={id} value={settings.systemPrompt} onCommit={(systemPrompt) => change({ systemPrompt })} />
        )}
      </Setting>
      <Switch
        label={t.text("settings.memory")}
        note={t.text("settings.memory-note")}
        value={settings.memoryEnabled}
        onChange={(memoryEnabled) => change({ memoryEnabled })}
      />
    </>
  );
}

const ENGINES = ["auto", "webllm", "wllama", "scripted"] as const;

function AnswerSettings(): ReactElement {
  const t = useText();
  const [settings, change] = useSettings();
  const { sampling, budget = {} } = settings;
  const bound = (name: keyof typeof budget, value: number | undefined) => {
    const { [name]: _, ...rest } = budget;
    change({ budget: value === undefined ? rest : { ...rest, [name]: value } });
  };
  const sample = (name: keyof typeof sampling, value: number | undefined) => {
    const { [name]: _, ...rest } = sampling;
    change({ sampling: value === undefined ? rest : { ...rest, [name]: value } });
  };
  return (
    <>
      <Setting label={t.text("settings.engine")} note={t.text("settings.engine-note")}>
        {(id) => (
          <select
            id={id}
            value={settings.engine}
            onChange={(event) => change({ engine: ENGINES.find((engine) => engine === event.target.value) ?? "auto" })}
          >
            {ENGINES.map((engine) => (
              <option key={engine} value={engine}>
                {t.text(`engine.${engine}`)}
              </option>
            ))}
          </select>
        )}
      </Setting>
      <Switch
        label={t.text("settings.thinking")}
        note={t.text("settings.thinking-note")}
        value={settings.thinking}
        onChange={(thinking) => change({ thinking })}
      />
      <NumberSetting
        label={t.text("settings.temperature")}
        note={t.text("settings.empty-default")}
        value={sampling.temperature}
        min={0}
        max={2}
        step={0.05}
        onCommit={(value) => sample("temperature", value)}
      />
      <NumberSetting
        label={t.text("settings.top-p")}
        note={t.text("settings.empty-default")}
        value={sampling.topP}
        min={0}
        max={1}
        step={0.05}
        onCommit={(value) => sample("topP", value)}
      />
      <NumberSetting
        label={t.text("settings.seed")}
        note={t.text("settings.empty-default")}
        value={sampling.seed}
        min={0}
        max={2_147_483_647}
        step={1}
        onCommit={(value) => sample("seed", value)}
      />
      <NumberSetting
        label={t.text("settings.max-tokens")}
        note={t.text("settings.empty-default")}
        value={sampling.maxTokens}
        min={16}
        max={32_768}
        step={16}
        onCommit={(value) => sample("maxTokens", value)}
      />
      <NumberSetting
        label={t.text("settings.max-turns")}
        note={t.text("settings.max-turns-note")}
        value={settings.maxTurns}
        min={1}
        max={32}
        step={1}
        onCommit={(value) => change({ maxTurns: value ?? DEFAULT_SETTINGS.maxTurns })}
      />
      <NumberSetting
        label={t.text("settings.max-minutes")}
        note={t.text("settings.empty-default")}
        value={budget.maxTotalMs === undefined ? undefined : budget.maxTotalMs / 60_000}
        min={1}
        max={240}
        step={1}
        onCommit={(value) => bound("maxTotalMs", value === undefined ? undefined : value * 60_000)}
      />
      <NumberSetting
        label={t.text("settings.max-total-tokens")}
        note={t.text("settings.empty-default")}
        value={budget.maxTokens}
        min={256}
        max={1_000_000}
        step={256}
        onCommit={(value) => bound("maxTokens", value)}
      />
      <NumberSetting
        label={t.text("settings.tool-seconds")}
        note={t.text("settings.empty-default")}
        value={budget.toolTimeoutMs === undefined ? undefined : budget.toolTimeoutMs / 1000}
        min={1}
        max={600}
        step={1}
        onCommit={(value) => bound("toolTimeoutMs", value === undefined ? undefined : value * 1000)}
      />
    </>
  );
}

function DataSettings(): ReactElement {
  const t = useText();
  const { models, toasts } = useApp();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <StorageLine />
      <DataSection />
      <div className="field data-part">
        <h2>{t.text("settings.reset")}</h2>
        <p className="quiet">{t.text("settings.reset-note")}</p>
        <div className="row">
          {asking ? (
            <>
              <Button
                tone="danger"
                onClick={() => {
                  setAsking(false);
                  void models
                    .changeSettings(DEFAULT_SETTINGS)
                    .then(() => toasts.show({ text: "toast.settings-reset" }));
                }}
              >
                {t.text("settings.reset-sure")}
              </Button>
              <Button tone="quiet" onClick={() => setAsking(false)}>
                {t.text("action.cancel")}
              </Button>
            </>
          ) : (
            <Button onClick={() => setAsking(true)}>{t.text("settings.reset")}</Button>
          )}
        </div>
      </div>
    </>
  );
}

interface SettingProps {
  readonly label: string;
  readonly note?: string;
  readonly children: (id: string) => ReactNode;
}

function Setting({ label, note, children }: SettingProps): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {note !== undefined && <p className="quiet field-note">{note}</p>}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onPick: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onPick }: ChoiceProps<Value>): ReactElement {
  const name = useId();
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <div className="choices">
        {options.map(([option, text]) => (
          <label key={option} className="choice">
            <input type="radio" name={name} value={option} checked={option === value} onChange={() => onPick(option)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly note: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

function Switch({ label, note, value, onChange }: SwitchProps): ReactElement {
  return (
    <div className="field">
      <label className="switch">
        <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
        <span>{label}</span>
      </label>
      <p className="quiet field-note">{note}</p>
    </div>
  );
}

interface LateTextProps {
  readonly id: string;
  readonly value: string;
  readonly onCommit: (value: string) => void;
}

/** A text that is stored when the field is left, not with every letter. */
function LateText({ id, value, onCommit }: LateTextProps): ReactElement {
  const [text, setText] = useState(value);
  return (
    <textarea
      id={id}
      rows={5}
      dir="auto"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => {
        if (text !== value) onCommit(text);
      }}
    />
  );
}

interface NumberSettingProps {
  readonly label: string;
  readonly note: string;
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onCommit: (value: number | undefined) => void;
}

function NumberSetting({ label, note, value, min, max, step, onCommit }: NumberSettingProps): ReactElement {
  const shown = value === undefined ? "" : String(value);
  const [text, setText] = useState(shown);
  const [synced, setSynced] = useState(shown);
  if (synced !== shown) {
    setSynced(shown);
    setText(shown);
  }
  return (
    <Setting label={label} note={note}>
      {(id) => (
        <input
          id={id}
          type="number"
          min={min}
          max={max}
          step={step}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => {
            if (text === shown) return;
            const number = Number.parseFloat(text);
            onCommit(Number.isNaN(number) ? undefined : Math.min(max, Math.max(min, number)));
            if (!Number.isNaN(number)) setText(String(Math.min(max, Math.max(min, number))));
          }}
        />
      )}
    </Setting>
  );
}
