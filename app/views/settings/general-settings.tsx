import { LANGUAGES } from "../../messages/load-language.ts";
import { useText } from "../../messages/use-text.ts";
import { useSettings } from "../../state/use-app.ts";
import { Choice, Setting, Switch } from "../../ui/fields/setting-fields.tsx";

/** How the page looks, how messages are written, and what the model is told beside them. */
export function GeneralSettings() {
  const t = useText();
  const [settings, change] = useSettings();
  return (
    <>
      <Choice
        text="settings.theme"
        value={settings.theme}
        of={["auto", "light", "dark"]}
        toText={(theme) => t.text(`settings.theme.${theme}`)}
        onPick={(theme) => change({ theme })}
      />
      <Setting label={t.text("settings.language")}>
        {(id) => (
          <select id={id} value={settings.language} onChange={(event) => change({ language: event.target.value })}>
            <option value="auto">{t.text("settings.language.auto")}</option>
            {LANGUAGES.map(({ code }) => (
              <option key={code} value={code} lang={code}>
                {toOwnName(code)}
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
      <Choice
        text="settings.send-key"
        value={settings.sendKey}
        of={["enter", "mod-enter"]}
        toText={(key) => t.text(`settings.send-key.${key}`)}
        onPick={(sendKey) => change({ sendKey })}
      />
      <Setting label={t.text("settings.system-prompt")} note={t.text("settings.system-prompt-note")}>
        {(id) => (
          <textarea
            autoComplete="off"
            id={id}
            rows={5}
            dir="auto"
            defaultValue={settings.systemPrompt}
            // Stored when the field is left, not with every letter.
            onBlur={({ target }) => {
              if (target.value !== settings.systemPrompt) change({ systemPrompt: target.value });
            }}
          />
        )}
      </Setting>
      <Switch
        text="settings.memory"
        note={t.text("settings.memory-note")}
        value={settings.memoryEnabled}
        onChange={(memoryEnabled) => change({ memoryEnabled })}
      />
      <Switch
        text="settings.without-model"
        note={t.text("settings.without-model-note")}
        value={settings.answerWithoutModel}
        onChange={(answerWithoutModel) => change({ answerWithoutModel })}
      />
      <Switch
        text="settings.thinking"
        note={t.text("settings.thinking-note")}
        value={settings.thinking}
        onChange={(thinking) => change({ thinking })}
      />
    </>
  );
}

/** A language's name in itself, as a title is written. */
function toOwnName(code: string): string {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
