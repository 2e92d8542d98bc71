import {
  type KeyboardEvent,
  lazy,
  type ReactElement,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { RunId } from "../../../worker/protocol/ids.ts";
import type { ToolSpec } from "../../../worker/protocol/tool.ts";
import { type DraftKey, EMPTY_DRAFT } from "../../state/app-state.ts";
import { toAllTools } from "../../state/chat-actions.ts";
import { COMPACT, type SlashCommand, toSlashCommand } from "../../state/slash-command.ts";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useFileDrop } from "../../ui/use-file-drop.ts";
import { useApp, useAppState, useText } from "../../use-app.ts";
import { DraftFiles } from "./draft-files.tsx";

const ManualPreview = lazy(() =>
  import("../../ui/trust/manual-preview.tsx").then((m) => ({ default: m.ManualPreview })),
);
const ThinkingSwitch = lazy(() => import("./thinking-switch.tsx").then((m) => ({ default: m.ThinkingSwitch })));

interface ComposerProps {
  readonly draftKey: DraftKey;
  readonly activeRunId: RunId | undefined;
}

const ACCEPTED = ".txt,.md,.markdown,.csv,.tsv,.json,.log,.xml,.yaml,.yml,.pdf,text/*,application/json,application/pdf";

/** Where messages are written. */
export function Composer({ draftKey, activeRunId }: ComposerProps): ReactElement {
  const t = useText();
  const { chat, files } = useApp();
  const draft = useAppState((state) => state.drafts[draftKey] ?? EMPTY_DRAFT);
  const queue = useAppState((state) => state.queues[draftKey]);
  const phase = useAppState((state) => state.phase);
  const sendKey = useAppState((state) => state.settings.sendKey);
  const loading = useAppState((state) => state.modelState.type === "loading");
  const canSwitchThinking = useAppState(
    ({ modelState }) => modelState.type === "ready" && modelState.thinkingSwitch === true,
  );
  const skills = useAppState((state) => state.skills);
  const skill = useAppState((state) => state.settings.skill);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState(0);
  const hintId = useId();
  const currentId = useId();
  const tools = useMemo(() => toAllTools({ skills }), [skills]);
  const command = useMemo(() => toCommand(draft.text, tools), [draft.text, tools]);
  const compact = { name: COMPACT, description: t.text("composer.compact") };
  const matching = toMatching(draft.text, draftKey === "new" ? tools : [...tools, compact]);
  const current = matching[Math.min(picked, matching.length - 1)];

  useEffect(() => {
    if (phase === "ready" && matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, [phase]);

  const addFiles = (list: Iterable<File>) => void files.add(draftKey, list);
  const drop = useFileDrop((dropped) => addFiles(dropped.files));

  const submit = () => {
    void chat.submit(draftKey);
    field.current?.focus();
  };

  const write = (text: string) => {
    setPicked(0);
    chat.changeDraft(draftKey, { text });
  };

  const listen = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const mod = event.ctrlKey || event.metaKey;
    if (current !== undefined && !event.shiftKey && !mod) {
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      // A name that is whole is sent as it stands.
      const takes = (event.key === "Tab" || event.key === "Enter") && !isWhole;
      if (step !== 0) setPicked((matching.indexOf(current) + step + matching.length) % matching.length);
      else if (takes) write(`/${current.name} `);
      if (step !== 0 || takes) {
        event.preventDefault();
        return;
      }
    }
    if (event.key === "ArrowUp" && empty && activeRunId === undefined && chat.editLast(draftKey)) {
      event.preventDefault();
      return;
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    if (sendKey === "mod-enter" && !mod) return;
    event.preventDefault();
    submit();
  };

  const writes = command.type === "run-tool" && tools.find(({ name }) => name === command.name)?.effect !== "reads";
  const blocked = command.type === "unknown-tool" || command.type === "bad-arguments";
  const isWhole = command.type === "run-tool" || command.type === "compact";
  const waits = useAppState((state) => draftKey in state.waitingFiles);
  const empty = draft.text.trim() === "" && draft.attachments.length === 0 && !waits;
  const hint = toHint();
  return (
    <div className="composer-area">
      {queue && (
        <ul className="queue" aria-label={t.text("queue.label")}>
          {queue.map((queued) => (
            <li key={queued.key}>
              <Icon name="clock" />
              <span dir="auto">{queued.text}</span>
              <IconButton
                icon="pencil"
                label={t.text("queue.take-back")}
                onClick={() => {
                  chat.unqueue(draftKey, queued.key);
                  field.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {matching.length > 0 && (
        <ul className="tool-hints" aria-label={t.text("composer.tools")}>
          {matching.map((tool) => (
            <li key={tool.name}>
              <button
                type="button"
                id={tool === current ? currentId : undefined}
                ref={tool === current ? showCurrent : null}
                data-current={tool === current ? "" : undefined}
                onClick={() => {
                  write(`/${tool.name} `);
                  field.current?.focus();
                }}
              >
                <code dir="ltr">/{tool.name}</code>
                <span dir="auto">{tool.description}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="composer"
        {...drop}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DraftFiles draftKey={draftKey} />
        {writes && (
          <Suspense>
            <ManualPreview name={command.name} input={command.input} />
          </Suspense>
        )}
        <textarea
          ref={field}
          data-composer=""
          aria-label={t.text("composer.label")}
          aria-describedby={hint === "" ? undefined : hintId}
          aria-activedescendant={current && currentId}
          placeholder={t.text(activeRunId === undefined ? "composer.placeholder" : "composer.placeholder-running")}
          dir="auto"
          rows={1}
          value={draft.text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={listen}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            addFiles(event.clipboardData.files);
          }}
        />
        <div className="composer-row">
          <input
            ref={picker}
            hidden
            data-testid="attach-input"
            type="file"
            multiple
            accept={ACCEPTED}
            onChange={(event) => {
              addFiles([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
          <IconButton icon="clip" label={t.text("composer.attach")} onClick={() => picker.current?.click()} />
          {skills.length > 1 && <SkillPicker value={skill} />}
          {canSwitchThinking && (
            <Suspense>
              <ThinkingSwitch draftKey={draftKey} />
            </Suspense>
          )}
          <span className="composer-hint" id={hintId} data-problem={blocked ? "" : undefined}>
            {hint}
          </span>
          {activeRunId !== undefined && (
            <button
              type="button"
              className="round-button round-stop"
              aria-label={t.text("action.stop")}
              title={`${t.text("action.stop")} (Esc)`}
              onClick={() => void chat.stop(activeRunId)}
            >
              <Icon name="stop" />
            </button>
          )}
          {(activeRunId === undefined || !empty) && (
            <button
              type="submit"
              className="round-button round-send"
              aria-label={t.text("action.send")}
              title={t.text("action.send")}
              disabled={empty || blocked || phase !== "ready"}
            >
              <Icon name="send" />
            </button>
          )}
        </div>
      </form>
    </div>
  );

  function toHint(): string {
    switch (command.type) {
      case "unknown-tool":
        return matching.length > 0 ? "" : t.text("composer.unknown-tool", { name: command.name });
      case "bad-arguments":
        return t.text("composer.bad-arguments", { name: command.name });
      case "run-tool":
        return t.text("composer.runs-tool", { name: command.name });
      case "compact":
        return t.text("composer.compact");
      case "none":
        if (loading && !empty) return t.text("composer.waits-for-model");
        return activeRunId !== undefined && !empty ? t.text("composer.queues") : "";
    }
  }
}

function showCurrent(tool: HTMLElement | null): void {
  tool?.scrollIntoView({ block: "nearest" });
}

function SkillPicker({ value }: { readonly value: string }): ReactElement {
  const t = useText();
  const { models } = useApp();
  const skills = useAppState((state) => state.skills);
  return (
    <select
      className="skill-picker"
      aria-label={t.text("composer.skill")}
      value={value}
      onChange={(event) => void models.changeSettings({ skill: event.target.value })}
    >
      {skills.map((skill) => (
        <option key={skill.name} value={skill.name}>
          {skill.name}
        </option>
      ))}
    </select>
  );
}

function toCommand(text: string, tools: readonly ToolSpec[]): SlashCommand {
  return text.startsWith("/") ? toSlashCommand(text, tools) : { type: "none" };
}

interface Command {
  readonly name: string;
  readonly description: string;
}

/** The commands that what was typed may become, tools first. */
function toMatching(text: string, tools: readonly Command[]): readonly Command[] {
  const typed = /^\/([A-Za-z0-9_.-]*)$/.exec(text)?.[1]?.toLowerCase();
  if (typed === undefined) return [];
  return tools.filter((tool) => tool.name.toLowerCase().startsWith(typed) && tool.name !== typed);
}
