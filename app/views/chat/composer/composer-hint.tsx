import { assertNever } from "../../../../worker/protocol/assert-never.ts";
import type { RunId } from "../../../../worker/protocol/ids.ts";
import type { Translator } from "../../../messages/translate.ts";
import { useText } from "../../../messages/use-text.ts";
import { useAppState } from "../../../state/use-app.ts";
import type { SlashCommands } from "./use-slash-commands.ts";

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
  const waitsFor = isEmpty ? null : isLoading ? "model" : activeRunId === undefined ? null : "run";
  return (
    <span className="composer-hint" id={id} data-problem={isBlocked(commands) ? "" : undefined}>
      {toHint(t, commands, waitsFor)}
    </span>
  );
}

/** True for a command that cannot be sent as it stands. */
export function isBlocked({ command }: Pick<SlashCommands, "command">): boolean {
  return command.type === "unknown-tool" || command.type === "bad-arguments";
}

function toHint(t: Translator, { command, choices }: SlashCommands, waitsFor: "model" | "run" | null): string {
  switch (command.type) {
    case "unknown-tool":
      return choices.length > 0 ? "" : t.text("composer.unknown-tool", { name: command.name });
    case "bad-arguments":
      return t.text("composer.bad-arguments", { name: command.name });
    case "run-tool":
      return t.text("composer.runs-tool", { name: command.name });
    case "compact":
      return t.text("composer.compact");
    case "none":
      if (waitsFor === null) return "";
      return t.text(waitsFor === "model" ? "composer.waits-for-model" : "composer.queues");
    default:
      return assertNever(command);
  }
}
