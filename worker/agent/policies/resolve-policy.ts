import type { PolicyId } from "../../protocol/model.ts";
import type { TurnPolicy } from "../ports/turn-policy.ts";
import { createDialectPolicy } from "./dialect-policy.ts";
import { staged } from "./staged.ts";

const POLICIES: Readonly<Record<PolicyId, TurnPolicy>> = {
  native: createDialectPolicy({ id: "native", thinks: true, madeFor: "large" }),
  tuned: createDialectPolicy({ id: "tuned", thinks: false, madeFor: "tiny" }),
  staged,
};

/** The policy of a run: its own setting, else the model's, else `native`. */
export function resolvePolicy(setting?: PolicyId, known?: PolicyId): TurnPolicy {
  return POLICIES[setting ?? known ?? "native"];
}
