import { defined } from "../../../worker/protocol/defined.ts";
import { type ToolSpec, toSecretKey } from "../../../worker/protocol/tool.ts";
import { useText } from "../../messages/use-text.ts";
import { useSettings } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { Form, InputField } from "../../ui/fields/form.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

/** Asks for the secrets that a tool's requests carry and that were not given yet; offers to forget the others. */
export function SecretFields({ tool }: { readonly tool: ToolSpec | undefined }) {
  const t = useText();
  const [{ secrets: kept = {} }, changeSettings] = useSettings();
  if (tool === undefined) return null;
  const change = (key: string, value?: string) => changeSettings({ secrets: defined({ ...kept, [key]: value }) });
  return (
    <>
      {(tool.secrets ?? []).map((secret) => {
        const key = toSecretKey(tool.name, secret);
        const names = { name: revealName(secret.name), host: revealName(secret.host) };
        return Object.hasOwn(kept, key) ? (
          <div className="row" key={key}>
            <Button small onClick={() => change(key)}>
              {t.text("secrets.forget", names)}
            </Button>
          </div>
        ) : (
          <Form
            key={key}
            onSubmit={(_read, form) => {
              const value = String(new FormData(form).get("secret"));
              if (value !== "") change(key, value);
            }}
          >
            <InputField label={t.text("secrets.label", names)} type="password" name="secret" required />
            <p className="quiet">{t.text("secrets.note")}</p>
            <div className="row">
              <Button text="secrets.save" small type="submit" />
            </div>
          </Form>
        );
      })}
    </>
  );
}
