import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from "react";
import { useText } from "../../../messages/use-text.ts";
import { useActiveRunId, useApp, useAppState, useComposer, useDraftKey } from "../../../state/use-app.ts";
import { isForeignInput, toPastedFiles, toSelectedText } from "../../../ui/foreign-input.ts";
import { loadLater } from "../../../ui/load-later.tsx";
import { ChatMark, ComposerHint, isBlocked, QuestionControl, SendButtons } from "./composer-controls.tsx";
import { isSendKey } from "./is-send-key.ts";
import { type SlashCommands, useSlashCommands } from "./use-slash-commands.ts";

// Its room is kept while it loads.
const AddMenu = loadLater(
  () => import("./add-menu.tsx").then((m) => m.AddMenu),
  () => <span className="icon-button" />,
);
const Queue = loadLater(() => import("./queue.tsx").then((m) => m.Queue));
const DraftFiles = loadLater(() => import("./draft-files.tsx").then((m) => m.DraftFiles));
const SourceMark = loadLater(() => import("./source-mark.tsx").then((m) => m.SourceMark));
const ManualPreview = loadLater(() => import("../../../parts/tool/manual-preview.tsx").then((m) => m.ManualPreview));

/** Where messages are written. */
export function Composer() {
  const t = useText();
  const { chat, files } = useApp();
  const draftKey = useDraftKey();
  const activeRunId = useActiveRunId();
  const { draft, waitingFiles, queue } = useComposer((composer) => composer);
  const sendKey = useAppState((state) => state.settings.sendKey);
  const field = useRef<HTMLTextAreaElement>(null);
  /** The text that was last copied out of here: no foreign text when it is pasted again. */
  const own = useRef("");
  const hintId = useId();
  const currentId = useId();
  const commands = useSlashCommands(draft.source ? "" : draft.text, (text, pasted) =>
    chat.changeDraft(draftKey, { text, ...(pasted && { pasted }) }),
  );
  const { current } = commands;
  const isEmpty = draft.text.trim() === "" && draft.attachments.length + waitingFiles.length === 0;

  useFocusWhenReady(field);
  const addFiles = (list: Iterable<File>) => void files.add(draftKey, list);
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
    if (!isSendKey(event, sendKey)) return false;
    submit();
    return true;
  };
  return (
    <div className="composer-area">
      {queue.length > 0 && <Queue focus={focus} />}
      {commands.List && commands.choices.length > 0 && (
        <commands.List
          {...commands}
          currentId={currentId}
          onPick={(choice) => {
            commands.pick(choice);
            focus();
          }}
        />
      )}
      <ChatMark />
      <form
        className="composer"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DraftNotes commands={commands} />
        <textarea
          autoComplete="off"
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
            const pasted = toPastedFiles(event.clipboardData);
            if (pasted.length === 0) return;
            event.preventDefault();
            addFiles(pasted);
          }}
        />
        <div className="composer-row">
          <AddMenu onPick={addFiles} />
          <QuestionControl />
          <ComposerHint id={hintId} commands={commands} isEmpty={isEmpty} />
          <SendButtons isEmpty={isEmpty} isBlocked={isBlocked(commands)} />
        </div>
      </form>
    </div>
  );
}

/** Notes over the text: where it comes from, its files, and what its command would do. */
function DraftNotes({ commands: { command, mayWrite, write } }: { readonly commands: SlashCommands }) {
  const { chat } = useApp();
  const draftKey = useDraftKey();
  const { draft, readingFiles, waitingFiles } = useComposer((composer) => composer);
  const hasFiles = draft.attachments.length + readingFiles.length + waitingFiles.length > 0;
  return (
    <>
      {draft.source && <SourceMark source={draft.source} onOwn={() => chat.ownDraft(draftKey)} />}
      {hasFiles && <DraftFiles />}
      {command.type === "run-tool" && mayWrite && <ManualPreview {...command} onWrite={write} />}
    </>
  );
}

/** Whoever has a keyboard can type at once, before the next key: a chat that has just begun has a composer of its own. */
function useFocusWhenReady(field: RefObject<HTMLTextAreaElement | null>): void {
  const phase = useAppState((state) => state.phase);
  useLayoutEffect(() => {
    if (phase === "ready" && matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, [phase, field]);
}
