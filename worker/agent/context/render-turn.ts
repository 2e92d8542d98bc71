import { renderThread, type ThreadPrompt } from "../../formats/templates/prompt-thread.ts";
import type { Run } from "../define/run.ts";
import type { ModelInfo } from "../ports/model-client.ts";
import type { Clock } from "../ports/run-deps.ts";
import type { PolicyTurn, TurnSubject } from "../ports/turn-policy.ts";
import { showMedia } from "./show-media.ts";

/** Kept, as in `wall-time.ts`. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** The date where the user is, in the language of the prompts. */
export function toToday({ clock, timeZone }: { readonly clock: Pick<Clock, "wallNow">; timeZone: string }): string {
  const parts = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const format = FORMATS.get(timeZone) ?? new Intl.DateTimeFormat("en-GB", { ...parts, timeZone });
  FORMATS.set(timeZone, format);
  return format.format(clock.wallNow());
}

/** A turn's prompt, the tools it shows, and the constraint on its output. */
export interface RenderedTurn
  extends ThreadPrompt,
    Pick<PolicyTurn, "listed" | "constraint" | "opening" | "wordsAfter" | "bias"> {
  /** See `PolicyTurn.words`; null where words follow the choice. */
  readonly wordsPrompt: string | null;
}

/** `previous`: the engine's last prompt and output, which its KV cache holds. */
export function renderTurn(
  {
    policy,
    format,
    info,
    today,
  }: Pick<Run, "policy" | "format"> & { readonly info: ModelInfo; readonly today: string },
  question: Pick<TurnSubject, "system" | "thread" | "tools" | "nearTools" | "mode">,
  previous: string,
): RenderedTurn {
  const thread = showMedia(question.thread, info);
  const {
    system,
    template,
    shown,
    thread: shaped,
    words,
    ...turn
  } = policy.planTurn({ ...question, thread, info, format, today });
  const wordsPrompt = words === null ? null : renderThread({ ...words, format, tools: [] }).prompt;
  return {
    ...renderThread({ template, format, system, tools: shown, thread: shaped, previous }),
    ...turn,
    wordsPrompt,
  };
}
