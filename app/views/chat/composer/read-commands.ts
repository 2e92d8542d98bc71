import type { KeyboardEvent } from "react";
import { assertNever } from "../../../../worker/protocol/assert-never.ts";
import { defined } from "../../../../worker/protocol/defined.ts";
import { PROMPT_MARK } from "../../../../worker/protocol/mcp.ts";
import type { Translator } from "../../../messages/translate.ts";
import { toToolTitle } from "../../../parts/tool/tool-titles.ts";
import { COMPACT, type SlashCommand, toSlashCommand } from "../../../state/composer/slash-command.ts";
import { toCommands } from "../../../state/find-tool.ts";
import type { View } from "../../../state/view.ts";
import { revealName, revealText } from "../../../ui/trust/reveal-look-alikes.ts";
import { type CommandChoice, CommandList } from "./command-list.tsx";

/** The slash command that a text is, or may become. */
export interface CommandReading {
  readonly command: SlashCommand;
  /** True where the command is a tool call that may change something. */
  readonly mayWrite: boolean;
  /** The commands that the text may become, tools first. */
  readonly choices: readonly CommandChoice[];
  /** Draws the choices; loaded with what reads them, so that it is there at once. */
  readonly List?: typeof CommandList;
  /** Tells what pressing Enter will do. */
  readonly hint: string;
}

/** Reads a draft's text as a slash command; `canCompact` also offers the summary. */
export function readCommands(
  text: string,
  view: Pick<View, "skills" | "servers" | "settings">,
  project: string | undefined,
  canCompact: boolean,
  t: Translator,
): CommandReading {
  const tools = toCommands(view, project);
  const command = toSlashCommand(text, tools);
  const compact = { name: COMPACT, description: t.text("composer.compact") };
  const commands = tools.map(({ name, description, effect }) => ({
    name,
    description: t.find(`tool-about.${name}`) ?? revealText(description),
    ...defined({ effect }),
  }));
  const choices = toChoices(text, canCompact ? [...commands, compact] : commands);
  return {
    command,
    mayWrite: command.type === "run-tool" && tools.find(({ name }) => name === command.name)?.effect !== "reads",
    choices,
    List: CommandList,
    hint: command.type === "unknown-tool" && choices.length > 0 ? "" : toHint(command, t),
  };
}

/** A key of the list of choices: moves in it by `step`, or takes the current one; null for any other key. */
export function readKey(
  { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  command: SlashCommand,
): number | "take" | null {
  if (shiftKey || ctrlKey || metaKey) return null;
  if (key === "ArrowDown") return 1;
  if (key === "ArrowUp") return -1;
  // A name that is whole is sent as it stands.
  const isWhole = command.type === "run-tool" || command.type === "compact";
  return (key === "Tab" || key === "Enter") && !isWhole ? "take" : null;
}

function toChoices(text: string, commands: readonly CommandChoice[]): readonly CommandChoice[] {
  const typed = /^\/([A-Za-z0-9_.:-]*)$/.exec(text)?.[1]?.toLowerCase();
  if (typed === undefined) return [];
  return commands.filter(
    ({ name }) => `${PROMPT_MARK}${name}`.toLowerCase().includes(`${PROMPT_MARK}${typed}`) && name !== typed,
  );
}

function toHint(command: SlashCommand, t: Translator): string {
  switch (command.type) {
    case "unknown-tool":
      return t.text("composer.unknown-tool", { name: command.name });
    case "bad-arguments":
      return t.text("composer.bad-arguments", { name: command.name });
    case "run-tool":
      // Below the fields of a prompt stands what becomes of it.
      if (command.name.includes(PROMPT_MARK)) return "";
      return t.text("composer.runs-tool", { name: revealName(toToolTitle(command.name, t)) });
    case "compact":
      return t.text("composer.compact");
    case "none":
      return "";
    default:
      return assertNever(command);
  }
}
