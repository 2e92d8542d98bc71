import type { ThreadMessage } from "../../formats/format.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { TurnPolicy, TurnSubject } from "../ports/turn-policy.ts";
import { chooseTools, fitTools, withoutRecalled } from "./choose-tools.ts";
import { isStagedTurn, ONE_GENERATION } from "./staged-turns.ts";

/** Asks a model in its own dialect: a list of tools in the system text, and text or calls in its turns. */
export function createDialectPolicy(facts: Pick<TurnPolicy, "id" | "thinks" | "madeFor">): TurnPolicy {
  const isSmall = facts.madeFor !== "large";
  return {
    ...facts,
    toFormat: (own) => own,
    holdsWords: (format, { constraint }) => format.textConstraint !== undefined && constraint !== "none",
    planTurn({ info, format, system, thread, tools, nearTools, mode }: TurnSubject) {
      const { listed, found } = chooseTools(thread, isSmall ? withoutRecalled(tools) : tools, { isSmall, nearTools });
      const near = [...new Set([...found.values()].flat())];
      // Where not all fit, those of the newest questions do.
      const fitting = new Set(fitTools([...listed, ...near.toReversed()], info.contextTokens));
      const shown = [...listed, ...near].filter((tool) => fitting.has(tool));
      const isWords = mode === "words" || (isSmall && mode === "free" && stands(thread, shown));
      const constraint = isWords ? (format.textConstraint ?? null) : format.toConstraint(shown, mode);
      return {
        system,
        template: info.template,
        shown,
        listed: shown,
        thread: thread.map(withoutStagedForm),
        constraint: info.constraint === "none" ? null : constraint,
        ...ONE_GENERATION,
      };
    },
  };
}

/** How a question ends. */
const QUESTION_END = /[?？؟]\s*$/u;

/**
 * True where what the newest message asks for stands beside it: in a file that no tool is for, or in the notes that were
 * recalled for a question.
 */
function stands(thread: readonly ThreadMessage[], shown: readonly ToolSpec[]): boolean {
  const newest = thread.at(-1);
  if (newest?.role !== "user") return false;
  const { files = [], recalled, text, asked = text } = newest;
  const isInFile = files.length > 0 && !shown.some(({ forFiles }) => forFiles !== undefined);
  return isInFile || (recalled !== undefined && QUESTION_END.test(asked));
}

/** A turn that was written under `staged` is written anew, in the dialect of the model that reads it now. */
function withoutStagedForm(message: ThreadMessage): ThreadMessage {
  return message.role === "assistant" && isStagedTurn(message) ? { ...message, raw: "" } : message;
}
