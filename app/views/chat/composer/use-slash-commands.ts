import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { useText } from "../../../messages/use-text.ts";
import { toChatProject } from "../../../state/to-chat-project.ts";
import { useAppState, useDraftKey } from "../../../state/use-app.ts";
import type { CommandChoice } from "./command-list.tsx";
import type { CommandReading } from "./read-commands.ts";

/** The slash command that a draft is, or may become. */
export interface SlashCommands extends CommandReading {
  /** The choice that Tab and Enter take. */
  readonly current: CommandChoice | undefined;
  /** Writes the draft's text; the first choice is the current one again. */
  readonly write: (text: string, isPasted?: boolean) => void;
  readonly pick: (choice: CommandChoice) => void;
  /** Handles a key of the list of choices. Returns whether it was one. */
  readonly handleKey: (event: KeyboardEvent) => boolean;
}

const NO_COMMAND: CommandReading = { command: { type: "none" }, mayWrite: false, choices: [], hint: "" };

/** Reads a draft's text as a slash command. */
export function useSlashCommands(text: string, onWrite: (text: string, isPasted?: boolean) => void): SlashCommands {
  const t = useText();
  const key = useDraftKey();
  const skills = useAppState((state) => state.skills);
  const servers = useAppState((state) => state.servers);
  const settings = useAppState((state) => state.settings);
  const [place, setPlace] = useState(0);
  // After the first paint, which has no command: nobody has typed yet.
  const [reader, setReader] = useState<typeof import("./read-commands.ts")>();
  useEffect(() => void import("./read-commands.ts").then(setReader), []);
  const project = useAppState((state) => toChatProject(state, key));
  const isCommand = text.startsWith("/");
  const reading = useMemo(
    () =>
      (isCommand && reader?.readCommands(text, { skills, servers, settings }, project, key !== "new", t)) || NO_COMMAND,
    [isCommand, reader, text, skills, servers, settings, project, key, t],
  );
  const { choices, command } = reading;
  const current = choices[Math.min(place, choices.length - 1)];
  const write = (changed: string, isPasted?: boolean) => {
    setPlace(0);
    onWrite(changed, isPasted);
  };
  const pick = ({ name }: CommandChoice) => write(`/${name} `);
  return {
    ...reading,
    current,
    write,
    pick,
    handleKey(event) {
      const step = (current && reader?.readKey(event, command)) ?? null;
      if (current === undefined || step === null) return false;
      if (step === "take") pick(current);
      else setPlace((choices.indexOf(current) + step + choices.length) % choices.length);
      return true;
    },
  };
}
