import { Fragment, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { defined } from "../../../worker/protocol/defined.ts";
import type { RunId } from "../../../worker/protocol/ids.ts";
import { isJsonObject, type JsonObject } from "../../../worker/protocol/json.ts";
import type { ApprovalDecision, ApprovalRequest } from "../../../worker/protocol/run-event.ts";
import type { ToolSpec } from "../../../worker/protocol/tool.ts";
import { useText } from "../../messages/use-text.ts";
import { findTool } from "../../state/find-tool.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/fields/form.tsx";
import { SchemaForm } from "../../ui/fields/schema-form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { JsonTree } from "../../ui/json-tree.tsx";
import { decodeValue } from "../../ui/trust/decode-value.ts";
import { EffectDiff } from "../../ui/trust/effect-diff.tsx";
import { findPrivate, listPrivateTexts } from "../../ui/trust/find-private.ts";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { listTyped, splitTyped } from "../../ui/trust/split-typed.ts";
import { toNoteNames } from "../tool/call-words.ts";
import { SecretFields } from "../tool/secret-fields.tsx";
import { toToolTitle } from "../tool/tool-titles.ts";
import { useEffectPreview } from "../tool/use-effect-preview.ts";

/** How long after the card appears keys are ignored, in milliseconds: they were typed for something else. */
const DEAF_MS = 500;

/** An origin, or a host, that is this device itself. */
const LOOPBACK = /^(?:https?:\/\/)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/** Asks the user before a call runs: exactly what would run, changeable, with refusal as the nearest answer. */
export function ApprovalCard({ runId, request }: { readonly runId: RunId; readonly request: ApprovalRequest }) {
  const t = useText();
  const { api } = useApp();
  const { call, also = [] } = request;
  const marked = request.causes?.includes("read-outside") === true;
  const tool = useAppState((state) => findTool(state.skills, call.name));
  const isLocal = tool?.sendsTo !== undefined && LOOPBACK.test(tool.sendsTo);
  const causes = request.causes?.map((cause) => (isLocal && cause === "leaves-device" ? "stays-local" : cause));
  const [input, setInput] = useState<JsonObject | undefined>(call.arguments);
  const [mode, setMode] = useState<"shown" | "editing" | "denying">("shown");
  const [decided, setDecided] = useState(false);
  const [reason, setReason] = useState("");
  const { deny, ignoreEarlyKeys } = useCautiousFocus();
  const title = revealName(toToolTitle(call.name, t));
  const write = toNoteNames(call, t);
  const changed = input !== undefined && input !== call.arguments ? input : undefined;
  const decide = (decision: ApprovalDecision) => {
    setDecided(true);
    void api.decideApproval(runId, call.id, decision);
  };
  const isUnable = decided || input === undefined;
  const allow = (type: "allow-once" | "allow-always") => decide({ type, ...defined({ arguments: changed }) });
  const all = also.length > 0 ? { all: true } : {};
  const followed = useEffectPreview(call.name, request.preview && changed);
  // Nothing is shown while the arguments are being changed to others.
  const shown = changed === undefined ? request.preview : followed?.input === input && followed?.preview;
  // Nobody else has worded it, so what it would change is enough to decide by.
  const isBrief = mode === "shown" && Boolean(shown) && request.causes?.every((cause) => cause === "own-idea") === true;
  return (
    <section
      className="approval"
      data-testid="tool-card"
      data-tool={call.name}
      data-state="needs-approval"
      aria-label={t.text("approval.label", { tool: title })}
      onKeyDownCapture={ignoreEarlyKeys}
      onKeyUpCapture={ignoreEarlyKeys}
    >
      <header>
        <Icon name="shield" />
        <div>
          <h3>{t.text("approval.title", { tool: title })}</h3>
          <p>{causes?.map((cause) => t.text(`approval.cause.${cause}`)).join(" ") ?? request.reason}</p>
        </div>
      </header>
      {mode === "editing" && tool && <SchemaForm schema={tool.parameters} value={input ?? {}} onChange={setInput} />}
      {!isBrief && (mode !== "editing" || hasHiddenParts(tool, input)) && (
        <CallContents runId={runId} tool={tool} input={input ?? {}} marked={marked} write={shown ? write : String} />
      )}
      {also.map((each, index) => (
        <Fragment key={each.id}>
          <h4>{t.text("approval.also", { number: index + 2, count: also.length + 1 })}</h4>
          <CallContents runId={runId} tool={tool} input={each.arguments} marked={marked} write={String} />
        </Fragment>
      ))}
      {marked && (
        <p className="approval-legend">
          <mark>{t.text("approval.marked")}</mark>
        </p>
      )}
      {shown && <EffectDiff preview={shown} />}
      <SecretFields tool={tool} />
      {mode === "denying" ? (
        <DenyForm
          decided={decided}
          reason={reason}
          onChange={setReason}
          onDeny={() => decide({ type: "deny", reason: reason.trim(), ...all })}
          onCancel={() => setMode("shown")}
        />
      ) : (
        <div className="row approval-actions">
          <Button
            text="approval.deny"
            ref={deny}
            disabled={decided}
            onClick={() => decide({ type: "deny", reason: "", ...all })}
          />
          {!isBrief && (
            <Button text="approval.deny-because" tone="quiet" disabled={decided} onClick={() => setMode("denying")} />
          )}
          <span className="grow" />
          {tool && mode === "shown" && (
            <Button
              text="action.edit"
              tone="quiet"
              icon="pencil"
              disabled={decided}
              onClick={() => setMode("editing")}
            />
          )}
          {request.rememberable && (
            <Button text="approval.always" disabled={isUnable} onClick={() => allow("allow-always")} />
          )}
          {also.length > 0 && (
            <Button
              disabled={isUnable || changed !== undefined || mode === "editing"}
              onClick={() => decide({ type: "allow-once", all: true })}
            >
              {t.text("approval.all", { count: also.length + 1 })}
            </Button>
          )}
          <Button text="approval.once" tone="primary" disabled={isUnable} onClick={() => allow("allow-once")} />
        </div>
      )}
    </section>
  );
}

/** True if there are arguments for which the form has no field. */
function hasHiddenParts(tool: ToolSpec | undefined, input: JsonObject | undefined): boolean {
  const fields = tool?.parameters.properties ?? null;
  return !isJsonObject(fields) || Object.keys(input ?? {}).some((name) => !Object.hasOwn(fields, name));
}

/** Focuses the refusal when the card appears, and keeps keys that were meant for something else from deciding. */
function useCautiousFocus(): {
  readonly deny: RefObject<HTMLButtonElement | null>;
  readonly ignoreEarlyKeys: (event: KeyboardEvent) => void;
} {
  const deny = useRef<HTMLButtonElement>(null);
  const appearedAt = useRef(performance.now());
  useEffect(() => {
    appearedAt.current = performance.now();
    const { activeElement } = document;
    const typing = activeElement instanceof HTMLTextAreaElement && activeElement.value !== "";
    if (!typing) deny.current?.focus();
  }, []);
  return {
    deny,
    ignoreEarlyKeys(event) {
      if (performance.now() - appearedAt.current >= DEAF_MS || event.key === "Tab") return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

interface DenyFormProps {
  readonly decided: boolean;
  readonly reason: string;
  readonly onChange: (reason: string) => void;
  readonly onDeny: () => void;
  readonly onCancel: () => void;
}

function DenyForm({ decided, reason, onChange, onDeny, onCancel }: DenyFormProps) {
  const t = useText();
  return (
    <Form className="approval-deny" onSubmit={() => onDeny()}>
      <label>
        <span>{t.text("approval.reason")}</span>
        <input
          autoComplete="off"
          value={reason}
          onChange={(event) => onChange(event.target.value)}
          ref={(field) => field?.focus()}
        />
      </label>
      <div className="row">
        <Button text="approval.deny" small tone="danger" type="submit" disabled={decided} />
        <Button small tone="quiet" text="action.cancel" onClick={onCancel} />
      </div>
    </Form>
  );
}

interface CallContentsProps {
  readonly runId: RunId;
  readonly tool: ToolSpec | undefined;
  readonly input: JsonObject;
  /** True where the words that the user did not type are marked. */
  readonly marked: boolean;
  /** Writes what is shown below in its own words. */
  readonly write: (text: string) => string;
}

/** Everything that a call would run with, whole, unfolded and decoded; where it goes, and what in it is private. */
function CallContents({ runId, tool, input, marked, write }: CallContentsProps) {
  const t = useText();
  const run = useAppState((state) => state.runs[runId]);
  const messages = useAppState((state) => state.messages[run?.conversationId ?? ""]);
  const leaves = tool?.effect === "sends";
  const found = useMemo(() => {
    if (!leaves) return [];
    const texts = findPrivate(input, listPrivateTexts(messages ?? [], run?.answer.turns ?? []));
    return [...new Map(texts.map((text) => [`${text.type} ${text.name}`, text])).values()];
  }, [leaves, input, messages, run?.answer.turns]);
  const typed = useMemo(() => listTyped(messages ?? []), [messages]);
  return (
    <>
      {tool?.sendsTo !== undefined && <p>{t.text("approval.goes-to", { host: revealName(tool.sendsTo) })}</p>}
      {found.map(({ type, name }) => (
        <p className="tag tag-warn" data-testid="private-part" key={`${type} ${name}`}>
          {t.text(`approval.private-${type}`, { name: revealText(name) })}
        </p>
      ))}
      <JsonTree
        whole
        value={input}
        write={(text) => revealText(write(text))}
        explain={(text) => <Decoded text={text} />}
        {...(marked && { mark: (text) => <Marked text={write(text)} typed={typed} /> })}
      />
    </>
  );
}

/** A value in which the words that the user did not type are marked. */
function Marked({ text, typed }: { readonly text: string; readonly typed: readonly string[] }) {
  const parts = useMemo(() => splitTyped(text, typed), [text, typed]);
  return parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
    part.typed ? <span key={index}>{revealText(part.text)}</span> : <mark key={index}>{revealText(part.text)}</mark>,
  );
}

function Decoded({ text }: { readonly text: string }) {
  const t = useText();
  const decoded = useMemo(() => decodeValue(text), [text]);
  if (decoded === null) return null;
  return (
    <span className="json-text" data-testid="decoded">
      {t.text("approval.decoded")} {revealText(decoded)}
    </span>
  );
}
