import type { RunId } from "../../../../worker/protocol/ids.ts";
import { useText } from "../../../messages/use-text.ts";
import type { DraftKey } from "../../../state/composer/composer-state.ts";
import { useApp, useAppState, useComposer } from "../../../state/use-app.ts";
import { Icon } from "../../../ui/icon.tsx";
import { loadLater } from "../../../ui/load-later.tsx";
import { useIsTemporary } from "./use-is-temporary.ts";
import type { SlashCommands } from "./use-slash-commands.ts";

const QuestionControls = loadLater(() => import("./question-controls.tsx").then((m) => m.QuestionControls));

const TemporaryNote = loadLater(() => import("./temporary-note.tsx").then((m) => m.TemporaryNote));

const ProjectNote = loadLater(() => import("./project-note.tsx").then((m) => m.ProjectNote));

/** Says of a temporary chat that it is one, and of a new one in which project it begins. */
export function ChatMark({ draftKey }: { readonly draftKey: DraftKey }) {
  const project = useComposer(draftKey, ({ draft }) => draft.project);
  if (useIsTemporary(draftKey)) return <TemporaryNote draftKey={draftKey} />;
  return project && <ProjectNote id={project} />;
}

/** How the next question is asked; loaded once there are skills. */
export function QuestionControl({ draftKey }: { readonly draftKey: DraftKey }) {
  const hasSkills = useAppState((state) => state.skills.length > 0);
  return hasSkills && <QuestionControls draftKey={draftKey} />;
}

interface SendButtonsProps {
  readonly activeRunId: RunId | undefined;
  readonly isEmpty: boolean;
  readonly isBlocked: boolean;
}

/** Stops the run that is under way, and sends what is written. */
export function SendButtons({ activeRunId, isEmpty, isBlocked }: SendButtonsProps) {
  const t = useText();
  const { chat } = useApp();
  const phase = useAppState((state) => state.phase);
  return (
    <>
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
      {!isEmpty && (
        <button
          type="submit"
          className="round-button round-send"
          aria-label={t.text("action.send")}
          title={t.text("action.send")}
          disabled={isEmpty || isBlocked || phase !== "ready"}
        >
          <Icon name="send" />
        </button>
      )}
    </>
  );
}

interface ComposerHintProps {
  readonly id: string;
  readonly commands: SlashCommands;
  readonly isEmpty: boolean;
  readonly activeRunId: RunId | undefined;
}

/** Tells what pressing Enter will do, where that is not simply to send; describes the field. */
export function ComposerHint({ id, commands, isEmpty, activeRunId }: ComposerHintProps) {
  const t = useText();
  const isLoading = useAppState((state) => state.modelState.type === "loading");
  const waits = isLoading ? t.text("composer.waits-for-model") : activeRunId && t.text("composer.queues");
  return (
    <span className="composer-hint" id={id} data-problem={isBlocked(commands) ? "" : undefined}>
      {commands.command.type === "none" ? !isEmpty && waits : commands.hint}
    </span>
  );
}

/** True for a command that cannot be sent as it stands. */
export function isBlocked({ command }: Pick<SlashCommands, "command">): boolean {
  return command.type === "unknown-tool" || command.type === "bad-arguments";
}
