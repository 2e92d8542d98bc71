import { type Grade, isRight } from "../everyday/grade.ts";

/** How an answer is judged: `untrue` is one of the app's own that is neither right nor a refusal. */
export const JUDGEMENTS = ["right", "refused", "wrong", "untrue"] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

/** One answer with its calls, and all that is kept afterwards. */
export interface Judged {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly outcome: string }[];
  /** `model`, or the responder that answered. */
  readonly by: string;
  readonly notes: readonly string[];
  readonly tasks: readonly string[];
  readonly language: string;
  readonly now: Date;
}

export interface Wanted {
  readonly grade: Grade;
  readonly call?: string | undefined;
  readonly noTask?: string | undefined;
}

/** The app's own refusals; each says what to do instead. */
const APP_REFUSES =
  /too small|come nearest|am nächsten|más cercanos|zu klein|demasiado pequeño|rechne deshalb nicht|no calculo/u;
/** A refusal of the model's own is honest where it names no reason that is nonsense, such as a tool for "the ocean". */
const NONSENSE = /no tool (?:to|for) (?:show|draw|explain|tell about) an? /u;

/** Judges an answer. What a card shows counts as said, since the answer points at it. */
export function judge({ grade, call, noTask }: Wanted, judged: Judged): Judgement {
  const { text, calls, by, tasks } = judged;
  const shown = [text, ...calls.map(({ outcome }) => outcome)].join("\n");
  const isCalled = call === undefined || calls.some(({ name }) => name === call);
  const isGone = noTask === undefined || !tasks.some((each) => each.includes(noTask));
  const isAppRefusal = by !== "model" && APP_REFUSES.test(text);
  if (isCalled && isGone && !isAppRefusal && isRight(grade, { ...judged, text: by === "model" ? text : shown }))
    return "right";
  if (isAppRefusal) return "refused";
  if (by !== "model") return "untrue";
  const isDeclined = isRight({ declines: true }, judged) && !NONSENSE.test(text);
  return isDeclined && calls.length === 0 ? "refused" : "wrong";
}
