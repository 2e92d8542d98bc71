import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  type ReactElement,
  Suspense,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import type { RunId } from "../../../../worker/protocol/ids.ts";
import { useText } from "../../../messages/use-text.ts";
import type { DraftKey } from "../../../state/composer/composer-state.ts";
import { useFileDrop } from "../../../ui/use-file-drop.ts";
import { useApp, useAppState, useComposer } from "../../../use-app.ts";
import { AttachButton, SendButtons, SkillPicker, ThinkingControl } from "./composer-controls.tsx";
import { ComposerHint, isBlocked } from "./composer-hint.tsx";
import { CommandList, QueueList } from "./composer-lists.tsx";
import { isForeignInput, toSelectedText } from "./foreign-input.ts";
import { useSlashCommands } from "./use-slash-commands.ts";

const DraftFiles = lazy(() => import("./draft-files.tsx").then((m) => ({ default: m.DraftFiles })));
const SourceMark = lazy(() => import("./source-mark.tsx").then((m) => ({ default: m.SourceMark })));
const ManualPreview = lazy(() => import("../../tools/manual-preview.tsx").then((m) => ({ default: m.ManualPreview })));

interface ComposerProps {
  readonly draftKey: DraftKey;
  readonly activeRunId: RunId | undefined;
}

/** Where messages are written. */
export function Composer({ draftKey, activeRunId }: ComposerProps): ReactElement {
  const t = useText();
  const { chat, files } = useApp();
  const { draft, queue, isQueueHeld, readingFiles, waitingFiles } = useComposer(draftKey, (composer) => composer);
  const phase = useAppState((state) => state.phase);
  const sendKey = useAppState((state) => state.settings.sendKey);
  const field = useRef<HTMLTextAreaElement>(null);
  /** What was last copied out of here: no foreign text when it is pasted again. */
  const own = useRef("");
  const hintId = useId();
  const currentId = useId();
  const commands = useSlashCommands(draft.source ? "" : draft.text, draftKey !== "new", (text) =>
    chat.changeDraft(draftKey, { text }),
  );
  const { command, current } = commands;
  const fileCount = draft.attachments.length + waitingFiles.length;
  const isEmpty = draft.text.trim() === "" && fileCount === 0;

  // Before the next key: a chat that has just begun has a composer of its own.
  useLayoutEffect(() => {
    if (phase === "ready" && matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, [phase]);

  const addFiles = (list: Iterable<File>) => void files.add(draftKey, list);
  const drop = useFileDrop((dropped) => addFiles(dropped.files));
  const focus = () => field.current?.focus();
  const keepOwn = ({ currentTarget }: ClipboardEvent<HTMLTextAreaElement>) => {
    own.current = draft.source ? "" : toSelectedText(currentTarget);
  };
  const submit = () => {
    void chat.submit(draftKey);
    focus();
  };
  /** Returns whether the key did something that replaces what the browser does. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (commands.handleKey(event)) return true;
    if (event.key === "ArrowUp" && isEmpty && activeRunId === undefined) return chat.editLast(draftKey);
    if (event.key !== "Enter" || event.shiftKey) return false;
    if (sendKey === "mod-enter" && !event.ctrlKey && !event.metaKey) return false;
    submit();
    return true;
  };
  return (
    <div className="composer-area">
      {queue.length > 0 && (
        <QueueList
          queue={queue}
          onSend={isQueueHeld ? () => chat.sendQueue(draftKey) : undefined}
          onTakeBack={(key) => {
            chat.unqueue(draftKey, key);
            focus();
          }}
        />
      )}
      {commands.choices.length > 0 && (
        <CommandList
          {...commands}
          currentId={currentId}
          onPick={(choice) => {
            commands.pick(choice);
            focus();
          }}
        />
      )}
      <form
        className="composer"
        {...drop}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {draft.source && (
          <Suspense>
            <SourceMark source={draft.source} onOwn={() => chat.ownDraft(draftKey)} />
          </Suspense>
        )}
        {fileCount + readingFiles.length > 0 && (
          <Suspense>
            <DraftFiles draftKey={draftKey} />
          </Suspense>
        )}
        {command.type === "run-tool" && commands.mayWrite && (
          <Suspense>
            <ManualPreview name={command.name} input={command.input} />
          </Suspense>
        )}
        <textarea
          ref={field}
          data-composer=""
          aria-label={t.text("composer.label")}
          aria-describedby={hintId}
          aria-activedescendant={current && currentId}
          placeholder={t.text(activeRunId === undefined ? "composer.placeholder" : "composer.placeholder-running")}
          dir="auto"
          rows={1}
          value={draft.text}
          onChange={(event) => {
            commands.write(event.target.value);
            if (isForeignInput(event.nativeEvent, own.current)) chat.changeDraft(draftKey, { source: "paste" });
          }}
          onCopy={keepOwn}
          onCut={keepOwn}
          onKeyDown={(event) => {
            if (!event.nativeEvent.isComposing && handleKey(event)) event.preventDefault();
          }}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            addFiles(event.clipboardData.files);
          }}
        />
        <div className="composer-row">
          <AttachButton onPick={addFiles} />
          <SkillPicker draftKey={draftKey} />
          <ThinkingControl draftKey={draftKey} />
          <ComposerHint id={hintId} commands={commands} isEmpty={isEmpty} activeRunId={activeRunId} />
          <SendButtons activeRunId={activeRunId} isEmpty={isEmpty} isBlocked={isBlocked(commands)} />
        </div>
      </form>
    </div>
  );
}
