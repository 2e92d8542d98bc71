import { defined } from "../../protocol/defined.ts";
import type { PolicyId } from "../../protocol/model.ts";

/** How a model is asked, as far as it was measured. */
export interface AskedWay {
  /** How it is asked; absent where nothing is known. */
  readonly policy?: PolicyId;
  /** Added to the logit of words in a turn that may also be a call, as measured for this model; see `PolicyTurn.bias`. */
  readonly wordsBias?: number;
  /**
   * Writes better words where no examples stand before them, as measured for this model. Its engine keeps two prompts, so
   * that neither is read twice.
   */
  readonly plainWords?: true;
}

/** The fields of `AskedWay` among others, those that are set. */
export function pickAskedWay({ policy, wordsBias, plainWords }: AskedWay): AskedWay {
  return defined({ policy, wordsBias, plainWords });
}
