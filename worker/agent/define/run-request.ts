import type { Skill } from "../define/skill.ts";
import type { RunInput } from "./run-input.ts";

/** One question to an agent's skill. */
export interface RunRequest extends RunInput {
  readonly skill: Skill;
}
