import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { useAppState } from "../../state/use-app.ts";

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const MOD = isApple ? "⌘" : "Ctrl";

/** The list of keys. */
export function ShortcutList() {
  const t = useText();
  const sendKey = useAppState((state) => state.settings.sendKey);
  const rows: readonly (readonly [readonly string[], MessageKey])[] = [
    [sendKey === "enter" ? ["Enter"] : [MOD, "Enter"], "shortcut.send"],
    [sendKey === "enter" ? ["Shift", "Enter"] : ["Enter"], "shortcut.newline"],
    [["Esc"], "shortcut.stop"],
    [["↑"], "shortcut.edit-last"],
    [["/"], "shortcut.tool"],
    [[MOD, "K"], "shortcut.search"],
    [[MOD, "Shift", "O"], "shortcut.new-chat"],
    [["F2"], "shortcut.rename"],
    [["Shift", isApple ? "⌦" : t.text("shortcut.delete-key")], "shortcut.delete"],
    [[MOD, "B"], "shortcut.sidebar"],
    [["?"], "shortcut.help"],
  ];
  return (
    <dl className="shortcuts">
      {rows.map(([keys, label]) => (
        <div key={label}>
          <dt>{t.text(label)}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
