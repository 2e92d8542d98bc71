import type { JsonObject } from "../../../protocol/json.ts";
import { type FamilyTemplate, toFamily } from "./family-template.ts";
import families from "./plain-families.json" with { type: "json" };

/** Variable `marks`: what stands before and after a message of each role. */
const PLAIN = `
{{- bos_token }}
{%- for message in messages %}{{- marks[message.role][0] + message.content + marks[message.role][1] }}{%- endfor %}
{%- if add_generation_prompt %}{{- marks.assistant[0] + opening }}{%- endif %}`;

const ROLES = ["system", "user", "assistant", "tool"] as const;

type ByRole = Readonly<Partial<Record<(typeof ROLES)[number], string>>>;

interface PlainFamily {
  /** The turn of each role, with `{}` for the message. Tools speak as the user if absent. */
  readonly turns?: ByRole;
  /** The turn of all roles, with `{role}` for the family's own name of one: `names` has those that differ from ours. */
  readonly turn?: string;
  readonly names?: ByRole;
  readonly start?: string;
  /** The beginning of the reply that the prompt writes itself: an opened thought. */
  readonly opening?: string;
  readonly controlTokens?: readonly string[];
}

function toPlain({ turns, turn = "", names, start = "", opening = "", controlTokens }: PlainFamily): FamilyTemplate {
  const write = (role: (typeof ROLES)[number]): string =>
    turns?.[role] ?? turns?.user ?? turn.replace("{role}", names?.[role] ?? role);
  const marks: JsonObject = Object.fromEntries(ROLES.map((role) => [role, write(role).split("{}")]));
  return toFamily(PLAIN, { bos_token: start, marks, opening }, controlTokens);
}

type Plain<Value> = Readonly<Record<keyof typeof families, Value>>;

const ROWS: Plain<PlainFamily> = families;

/** Families whose messages stand between fixed marks; the calls inside are the dialect's business. */
export const PLAIN_FAMILIES = Object.fromEntries(
  Object.entries(ROWS).map(([name, family]) => [name, toPlain(family)]),
) as Plain<FamilyTemplate>;
