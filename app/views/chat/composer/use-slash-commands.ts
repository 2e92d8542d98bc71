import { type KeyboardEvent, useMemo, useState } from "react";
import { defined } from "../../../../worker/protocol/defined.ts";
import type { ToolEffect } from "../../../../worker/protocol/tool.ts";
import { useText } from "../../../messages/use-text.ts";
import { COMPACT, type SlashCommand, toSlashCommand } from "../../../state/composer/slash-command.ts";
import { toCommands } from "../../../state/find-tool.ts";
import { useAppState } from "../../../state/use-app.ts";
import { revealText } from "../../../ui/trust/reveal-look-alikes.ts";

/** A choice of the list of commands. */
export interface CommandChoice {
  readonly name: string;
  readonly description: string;
  readonly effect?: ToolEffect;
}

/** The slash command that a draft is, or may become. */
export interface SlashCommands {
  readonly command: SlashCommand;
  /** True where the command is a tool call that may change something. */
  readonly mayWrite: boolean;
  /** The commands that the text may become, tools first. */
  readonly choices: readonly CommandChoice[];
  /** The choice that Tab and Enter take. */
  readonly current: CommandChoice | undefined;
  /** Writes the draft's text; the first choice is the current one again. */
  readonly write: (text: string) => void;
  readonly pick: (choice: CommandChoice) => void;
  /** Handles a key of the list of choices. Returns whether it was one. */
  readonly handleKey: (event: KeyboardEvent) => boolean;
}

/** Reads a draft's text as a slash command; `canCompact` also offers the summary. */
export function useSlashCommands(text: string, canCompact: boolean, onWrite: (text: string) => void): SlashCommands {
  const t = useText();
  const skills = useAppState((state) => state.skills);
  const servers = useAppState((state) => state.servers);
  const [place, setPlace] = useState(0);
  const tools = useMemo(() => toCommands({ skills, servers }), [skills, servers]);
  const command = useMemo<SlashCommand>(
    () => (text.startsWith("/") ? toSlashCommand(text, tools) : { type: "none" }),
    [text, tools],
  );
  const compact = { name: COMPACT, description: t.text("composer.compact") };
  const commands = tools.map(({ name, description, effect }) => ({
    name,
    description: t.find(`tool-about.${name}`) ?? revealText(description),
    ...defined({ effect }),
  }));
  const choices = toChoices(text, canCompact ? [...commands, compact] : commands);
  const current = choices[Math.min(place, choices.length - 1)];
  const isWhole = command.type === "run-tool" || command.type === "compact";
  const write = (changed: string) => {
    setPlace(0);
    onWrite(changed);
  };
  const pick = ({ name }: CommandChoice) => write(`/${name} `);
  return {
    command,
    mayWrite: command.type === "run-tool" && tools.find(({ name }) => name === command.name)?.effect !== "reads",
    choices,
    current,
    write,
    pick,
    handleKey({ key, shiftKey, ctrlKey, metaKey }) {
      if (current === undefined || shiftKey || ctrlKey || metaKey) return false;
      const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
      // A name that is whole is sent as it stands.
      const takes = (key === "Tab" || key === "Enter") && !isWhole;
      if (step !== 0) setPlace((choices.indexOf(current) + step + choices.length) % choices.length);
      else if (takes) pick(current);
      return step !== 0 || takes;
    },
  };
}

function toChoices(text: string, commands: readonly CommandChoice[]): readonly CommandChoice[] {
  const typed = /^\/([A-Za-z0-9_.:-]*)$/.exec(text)?.[1]?.toLowerCase();
  if (typed === undefined) return [];
  return commands.filter(({ name }) => name.toLowerCase().startsWith(typed) && name !== typed);
}
