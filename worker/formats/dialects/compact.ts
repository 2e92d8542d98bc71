import { toLineConstraint, toTextConstraint } from "../grammar/line-constraint.ts";
import { beginCommand, COMMAND_FORM, COMMAND_MARKERS } from "./command.ts";
import { defineFormat } from "./define-format.ts";
import { signTools } from "./sign-tools.ts";

/** The beginning of every call. */
const OPENER = "@";

/**
 * The dialect `command` for a model that was trained on it: the tools as signatures and no word about how to call them.
 * The tuned starter's; dev/model/starter/README.md defines it to the letter.
 */
export const compact = defineFormat({
  ...COMMAND_FORM,
  id: "compact",
  renderSystem: (system, tools) => [system, `Tools:\n${signTools(tools, COMMAND_MARKERS)}`],
  calls: {
    write: (name, input) => beginCommand(name) + JSON.stringify(input),
    constrain: (tools, mode) => toLineConstraint({ opener: OPENER, begin: beginCommand }, tools, mode),
    textConstraint: toTextConstraint(OPENER),
  },
});
