import type { RunInput } from "./run-input.ts";
import type { Skill } from "./skill.ts";

/** One question to an agent's skill. */
export interface RunRequest extends RunInput {
  readonly skill: Skill;
}
