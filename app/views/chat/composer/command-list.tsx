import type { ToolEffect } from "../../../../worker/protocol/tool.ts";
import { useText } from "../../../messages/use-text.ts";

/** A choice of the list of commands. */
export interface CommandChoice {
  readonly name: string;
  readonly description: string;
  readonly effect?: ToolEffect;
}

interface CommandListProps {
  readonly choices: readonly CommandChoice[];
  readonly current: CommandChoice | undefined;
  /** The id of the current choice's element. */
  readonly currentId: string;
  readonly onPick: (choice: CommandChoice) => void;
}

/** The commands that the text may become. */
export function CommandList({ choices, current, currentId, onPick }: CommandListProps) {
  const t = useText();
  return (
    <ul className="tool-hints" aria-label={t.text("composer.tools")}>
      {choices.map((choice) => (
        <li key={choice.name}>
          <button
            type="button"
            id={choice === current ? currentId : undefined}
            ref={choice === current ? scrollIntoView : null}
            data-current={choice === current ? "" : undefined}
            onClick={() => onPick(choice)}
          >
            <code dir="ltr">/{choice.name}</code>
            <span dir="auto">{choice.description}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
