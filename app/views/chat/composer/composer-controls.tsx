import { useText } from "../../../messages/use-text.ts";
import { useActiveRunId, useApp, useAppState, useComposer } from "../../../state/use-app.ts";
import { Icon } from "../../../ui/icon.tsx";
import { loadLater } from "../../../ui/load-later.tsx";
import { useIsTemporary } from "./use-is-temporary.ts";
import type { SlashCommands } from "./use-slash-commands.ts";

const QuestionControls = loadLater(() => import("./question-controls.tsx").then((m) => m.QuestionControls));

const TemporaryNote = loadLater(() => import("./chat-notes.tsx").then((m) => m.TemporaryNote));

const ProjectNote = loadLater(() => import("./chat-notes.tsx").then((m) => m.ProjectNote));

/** Says of a temporary chat that it is one, and of a new one in which project it begins. */
export function ChatMark() {
  const project = useComposer(({ draft }) => draft.project);
  if (useIsTemporary()) return <TemporaryNote />;
  return project && <ProjectNote id={project} />;
}

/** How the next question is asked; loaded once there are skills. */
export function QuestionControl() {
  const hasSkills = useAppState((state) => state.skills.length > 0);
  return hasSkills && <QuestionControls />;
}

interface SendButtonsProps {
  readonly isEmpty: boolean;
  readonly isBlocked: boolean;
}

/** Stops the run that is under way, and sends what is written. */
export function SendButtons({ isEmpty, isBlocked }: SendButtonsProps) {
  const t = useText();
  const { chat } = useApp();
  const activeRunId = useActiveRunId();
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
}

/** Tells what pressing Enter will do, where that is not simply to send; describes the field. */
export function ComposerHint({ id, commands, isEmpty }: ComposerHintProps) {
  const t = useText();
  const activeRunId = useActiveRunId();
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
