import { useState } from "react";
import { defined } from "../../../worker/protocol/defined.ts";
import { useText } from "../../messages/use-text.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField, Form } from "../../ui/fields/form.tsx";

/** The places that a tool of the user's may be pointed at: the hosts, addresses and ranges that its arguments may name. */
export function ScopeField({ tool }: { readonly tool: string }) {
  const t = useText();
  const { models } = useApp();
  const scopes = useAppState((state) => state.settings.scopes) ?? {};
  const kept = (Object.hasOwn(scopes, tool) ? scopes[tool] : undefined) ?? [];
  const [saved, setSaved] = useState(false);
  const save = async (text: string): Promise<void> => {
    const entries = toScopeEntries(text);
    await models.changeSettings({ scopes: defined({ ...scopes, [tool]: entries.length === 0 ? undefined : entries }) });
    setSaved(true);
  };
  return (
    <Form key={kept.join("\n")} data-testid="scope" onSubmit={(read) => void save(read("scope"))}>
      <AreaField
        text="scope.label"
        name="scope"
        rows={Math.max(2, kept.length + 1)}
        defaultValue={kept.join("\n")}
        spellCheck={false}
        dir="ltr"
        onChange={() => setSaved(false)}
      />
      <p className="quiet">{t.text("scope.note")}</p>
      <div className="row" aria-live="polite">
        <Button text="scope.save" small type="submit" />
        {saved && <span className="quiet">{t.text("scope.saved")}</span>}
      </div>
    </Form>
  );
}

/** The lines of a field as hosts, addresses and ranges: of a whole address only its host counts. */
export function toScopeEntries(text: string): readonly string[] {
  const entries = text
    .split(/[\s,;]+/u)
    .map((line) => toEntry(line.toLowerCase()))
    .filter((entry) => entry !== "");
  return [...new Set(entries)];
}

function toEntry(line: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//u.test(line) && URL.canParse(line) ? new URL(line) : null;
  return url === null ? line.replace(/\.$/u, "") : url.hostname;
}
