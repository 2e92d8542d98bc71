import { useText } from "../../messages/use-text.ts";
import { Choice, LateText, Setting, Switch } from "../../ui/fields/setting-fields.tsx";
import { useSettings } from "./use-settings.ts";

/** Writing messages, and what the model is told beside them. */
export function ChatSettings() {
  const t = useText();
  const [settings, change] = useSettings();
  return (
    <>
      <Choice
        label={t.text("settings.send-key")}
        value={settings.sendKey}
        of={["enter", "mod-enter"]}
        toText={(key) => t.text(`settings.send-key.${key}`)}
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
      <Switch
        label={t.text("settings.without-model")}
        note={t.text("settings.without-model-note")}
        value={settings.answerWithoutModel}
        onChange={(answerWithoutModel) => change({ answerWithoutModel })}
      />
    </>
  );
}
