import type { App } from "../../state/create-app.ts";
import { findActiveRun } from "../../state/live-run.ts";
import { type DictationFault, type DictationScope, startDictation, toRegional } from "./dictation.ts";
import type { Narrator } from "./narrator.ts";
import { readAlong } from "./read-along.ts";

/** A silence this long ends what is said. */
const PAUSE_MS = 1500;
/** A recogniser that ends sooner than this after it began does not hear; one that ends later found a silence too long. */
const BROKEN_MS = 1000;

/** Where a conversation without hands stands: only in the first of these is the microphone open. */
export type TalkPhase = "hearing" | "answering" | "deciding" | "speaking";

/** Why such a conversation ended by itself: the browser's reason, or a question that was not taken. */
export type TalkFault = Exclude<DictationFault, "ended"> | "deaf" | "unsent";

/** Parts that a conversation without hands is made of. */
export interface TalkParts {
  readonly app: {
    readonly store: Pick<App["store"], "getState" | "subscribe">;
    readonly chat: Pick<App["chat"], "continueRun">;
  };
  readonly narrator: Narrator;
  readonly scope: DictationScope;
  readonly conversationId: string;
  /** The language of the page, which is listened to. */
  readonly language: string;
  readonly now: () => number;
}

/** Events of a conversation without hands. */
export interface TalkEvents {
  onPhase(phase: TalkPhase | TalkFault): void;
  /** Tells what was heard and is not sent yet. */
  onHeard(text: string): void;
  onLevel(level: number): void;
}

/**
 * Listens on this device; sends what was said after a pause, as words that nobody has looked at; reads the answer aloud; listens
 * again. Listens neither while anything is read nor while an answer is under way, so nothing is allowed by voice. Until `stop`.
 */
export function startTalk(parts: TalkParts, events: TalkEvents): { stop(): void } {
  const { store, chat } = parts.app;
  const { narrator, scope, conversationId } = parts;
  let listening: { stop(): void } | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let phase: TalkPhase | null = null;
  let heard = "";
  /** True from a question until its answer was handed to the narrator. */
  let isBehind = false;
  let isOver = false;

  function findPhase(): TalkPhase {
    const { runs, composers } = store.getState();
    const run = findActiveRun(runs, conversationId);
    isBehind ||= run !== undefined;
    if (Object.keys(run?.approvals ?? {}).length > 0) return "deciding";
    if (narrator.state.getState().reading !== null) return "speaking";
    const isSending = (composers[conversationId]?.sending ?? null) !== null;
    return isBehind || isSending ? "answering" : "hearing";
  }

  function update(): void {
    if (isOver) return;
    const next = findPhase();
    if (next !== "hearing") stopListening();
    if (next !== phase) {
      phase = next;
      events.onPhase(next);
    }
    if (next === "hearing") listening ??= listen();
  }

  function stopListening(): void {
    clearTimeout(pause);
    heard = "";
    const stopped = listening;
    listening = null;
    stopped?.stop();
  }

  function listen(): { stop(): void } {
    const beganAt = parts.now();
    const own = startDictation(scope, toRegional(parts.language), {
      onLevel: events.onLevel,
      onWords(final, interim) {
        // A recogniser that was stopped may still tell what it had heard.
        if (listening !== own) return;
        heard = `${heard} ${final}`.trim();
        events.onHeard(`${heard} ${interim}`.trim());
        clearTimeout(pause);
        if (heard !== "") pause = setTimeout(send, PAUSE_MS);
      },
      onEnd(fault) {
        if (fault === null || isOver) return;
        listening = null;
        if (fault !== "ended") end(fault);
        else if (parts.now() - beganAt < BROKEN_MS) end("deaf");
        else update();
      },
    });
    return own;
  }

  function send(): void {
    const text = heard;
    isBehind = true;
    update();
    events.onHeard("");
    void chat.continueRun(conversationId, text, "voice").then(() => {
      if ((store.getState().composers[conversationId]?.problem ?? null) !== null) end("unsent");
    });
  }

  function end(fault: TalkFault | null): void {
    if (isOver) return;
    isOver = true;
    stopListening();
    for (const leave of leaving) leave();
    if (fault !== null) events.onPhase(fault);
  }

  const leaving = [
    readAlong(parts.app, narrator, {
      conversationId,
      language: parts.language,
      onEnd() {
        isBehind = false;
        update();
      },
    }),
    store.subscribe(update),
    narrator.state.subscribe(update),
  ];
  update();
  return { stop: () => end(null) };
}
