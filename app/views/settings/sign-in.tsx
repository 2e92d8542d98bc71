import { useState } from "react";
import type { McpSignInInfo, SignInOutcome, SignInStep } from "../../../worker/protocol/mcp-sign-in.ts";
import { useText } from "../../messages/use-text.ts";
import { AllowHostButton } from "../../parts/tool/allow-host-button.tsx";
import { toReturnUrl } from "../../services/sign-in-return.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { Form, InputField } from "../../ui/fields/form.tsx";
import { NotedInput } from "../../ui/fields/setting-fields.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

/** The sign-in to a server. Where the user would go and what they would allow is read before anything is asked there. */
export function SignIn({ server, info }: { readonly server: string; readonly info: McpSignInInfo }) {
  const t = useText();
  const { api } = useApp();
  const [url, setUrl] = useState<string | null>(null);
  const [refused, setRefused] = useState<(SignInOutcome & { readonly type: "refused" }) | null>(null);
  const { state, origin, scopes, isAllowed, needsClient } = info;
  const host = revealName(new URL(origin).host);
  const take = async (step: SignInStep): Promise<SignInOutcome | null> => {
    const result = await api.signIn(step);
    const outcome = result.ok ? result.value : null;
    setRefused(outcome?.type === "refused" ? outcome : null);
    return outcome;
  };
  const begin = async (id: string, secret: string): Promise<void> => {
    // A window that is opened later than the press is taken for an advertisement.
    const opened = window.open("", "_blank");
    const client = id === "" ? {} : { client: { id, ...(secret === "" ? {} : { secret }) } };
    const asked = { server, shown: { origin, scopes }, returnUrl: toReturnUrl(), ...client };
    const outcome = await take({ type: "begin", ...asked });
    const next = outcome?.type === "open" ? outcome.url : null;
    setUrl(next);
    if (next === null) opened?.close();
    else if (opened !== null) {
      opened.opener = null;
      opened.location.replace(next);
    }
  };
  const refusal = refused?.refusal ?? info.refusal;
  return (
    <section className="sign-in" data-testid="sign-in" data-state={state}>
      {refusal !== undefined && (
        <p role="alert">{t.text(`sign-in.refused.${refusal}`, { host: revealName(refused?.host || host) })}</p>
      )}
      {info.refusal === undefined && (
        <>
          <p>{t.text(`sign-in.${state}`, { host })}</p>
          <p className="quiet">
            {t.text(scopes.length === 0 ? "sign-in.no-scopes" : state === "in" ? "sign-in.granted" : "sign-in.scopes")}
          </p>
          <ul>
            {scopes.map((scope) => (
              <li key={scope}>
                <code>{revealName(scope)}</code>
              </li>
            ))}
          </ul>
          {!isAllowed && <AllowHostButton origin={origin} tone="primary" />}
          {isAllowed && state !== "in" && (
            <Form onSubmit={(read) => void begin(read("client"), read("secret"))}>
              {(needsClient || refusal === "client") && (
                <>
                  <NotedInput
                    label={t.text("sign-in.client")}
                    note={t.text("sign-in.client-note", { host, address: toReturnUrl() })}
                    name="client"
                    required
                    autoComplete="off"
                  />
                  <InputField
                    label={`${t.text("sign-in.secret")} (${t.text("form.optional")})`}
                    name="secret"
                    type="password"
                  />
                </>
              )}
              <div className="row">
                <Button tone="primary" small type="submit">
                  {t.text("sign-in.start", { host })}
                </Button>
              </div>
            </Form>
          )}
          {url !== null && (
            <p role="status">
              {t.text("sign-in.waiting")}{" "}
              <a href={url} target="_blank" rel="noopener noreferrer">
                {t.text("sign-in.open")}
              </a>
            </p>
          )}
        </>
      )}
      {state !== "out" && <Button text="sign-in.leave" small onClick={() => void take({ type: "leave", server })} />}
    </section>
  );
}
