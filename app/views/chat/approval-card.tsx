import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import type { RunId } from "../../../worker/protocol/ids.ts";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import type { ApprovalRequest } from "../../../worker/protocol/run-event.ts";
import { useText } from "../../messages/use-text.ts";
import { findTool } from "../../state/find-tool.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { JsonTree } from "../../ui/json-tree.tsx";
import { SchemaForm } from "../../ui/schema-form.tsx";
import { EffectDiff } from "../../ui/trust/effect-diff.tsx";
import { revealName, revealTextIn } from "../../ui/trust/reveal-look-alikes.ts";
import { useApp, useAppState } from "../../use-app.ts";
import { useEffectPreview } from "../tools/use-effect-preview.ts";

/** Keys typed for something else must not decide: none counts for this long after the card appears, in milliseconds. */
const DEAF_MS = 500;

interface ApprovalCardProps {
  readonly runId: RunId;
  readonly request: ApprovalRequest;
}

/** Asks the user before a call runs: exactly what would run, changeable, with refusal as the nearest answer. */
export function ApprovalCard({ runId, request }: ApprovalCardProps): ReactElement {
  const t = useText();
  const { chat } = useApp();
  const tool = useAppState((state) => findTool(state.skills, request.call.name));
  const [input, setInput] = useState<JsonObject | undefined>(request.call.arguments);
  const [mode, setMode] = useState<"shown" | "editing" | "denying">("shown");
  const [decided, setDecided] = useState(false);
  const [reason, setReason] = useState("");
  const name = revealName(request.call.name);
  const deny = useRef<HTMLButtonElement>(null);
  const appearedAt = useRef(performance.now());

  useEffect(() => {
    appearedAt.current = performance.now();
    const { activeElement } = document;
    const typing = activeElement instanceof HTMLTextAreaElement && activeElement.value !== "";
    if (!typing) deny.current?.focus();
  }, []);

  const ignoreEarlyKeys = (event: KeyboardEvent) => {
    if (performance.now() - appearedAt.current >= DEAF_MS || event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
  };
  const changed: { readonly arguments?: JsonObject } =
    input !== undefined && input !== request.call.arguments ? { arguments: input } : {};
  const decide = (decision: Parameters<typeof chat.decide>[2]) => {
    setDecided(true);
    void chat.decide(runId, request.call.id, decision);
  };
  const followed = useEffectPreview(request.call.name, request.preview && changed.arguments);
  // Nothing is shown while the arguments are being changed to others.
  const shown = changed.arguments === undefined ? request.preview : followed?.input === input && followed?.preview;
  return (
    <section
      className="approval"
      data-testid="tool-card"
      data-tool={request.call.name}
      data-state="needs-approval"
      aria-label={t.text("approval.label", { tool: name })}
      onKeyDownCapture={ignoreEarlyKeys}
      onKeyUpCapture={ignoreEarlyKeys}
    >
      <header>
        <Icon name="shield" />
        <div>
          <h3>{t.text("approval.title", { tool: name })}</h3>
          <p>{request.causes?.map((cause) => t.text(`approval.cause.${cause}`)).join(" ") ?? request.reason}</p>
        </div>
      </header>
      {mode === "editing" && tool ? (
        <SchemaForm schema={tool.parameters} value={input ?? {}} onChange={setInput} />
      ) : (
        <JsonTree value={revealTextIn(input ?? {})} openLevels={4} />
      )}
      {shown && <EffectDiff preview={shown} />}
      {mode === "denying" ? (
        <form
          className="approval-deny"
          onSubmit={(event) => {
            event.preventDefault();
            decide({ type: "deny", reason: reason.trim() });
          }}
        >
          <label>
            <span>{t.text("approval.reason")}</span>
            <input value={reason} onChange={(event) => setReason(event.target.value)} ref={(field) => field?.focus()} />
          </label>
          <div className="row">
            <Button small tone="danger" type="submit" disabled={decided}>
              {t.text("approval.deny")}
            </Button>
            <Button small tone="quiet" onClick={() => setMode("shown")}>
              {t.text("action.cancel")}
            </Button>
          </div>
        </form>
      ) : (
        <div className="row approval-actions">
          <button
            type="button"
            className="button button-plain"
            ref={deny}
            disabled={decided}
            onClick={() => decide({ type: "deny", reason: "" })}
          >
            <span>{t.text("approval.deny")}</span>
          </button>
          <Button tone="quiet" disabled={decided} onClick={() => setMode("denying")}>
            {t.text("approval.deny-because")}
          </Button>
          <span className="grow" />
          {tool && mode === "shown" && (
            <Button tone="quiet" icon="pencil" disabled={decided} onClick={() => setMode("editing")}>
              {t.text("action.edit")}
            </Button>
          )}
          {request.rememberable && (
            <Button
              disabled={decided || input === undefined}
              onClick={() => decide({ type: "allow-always", ...changed })}
            >
              {t.text("approval.always")}
            </Button>
          )}
          <Button
            tone="primary"
            disabled={decided || input === undefined}
            onClick={() => decide({ type: "allow-once", ...changed })}
          >
            {t.text("approval.once")}
          </Button>
        </div>
      )}
    </section>
  );
}
