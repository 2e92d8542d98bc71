import type { CallRecord } from "../../protocol/message.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import type { ToolCall } from "../../protocol/tool.ts";
import type { CallRound } from "../calls/execute-calls.ts";
import {
  DELETE_TOOL,
  findMissing,
  toForgetWish,
  toKeepWish,
  type WishLanguage,
  WRITE_TOOL,
} from "../context/memory-wishes.ts";
import type { RunEnd } from "../state/run.ts";
import { toKnownNotice } from "./notice.ts";
import { serveAnswer, serveCalls } from "./serve-turn.ts";

/**
 * What the user's own words plainly ask of their notes, done whatever the model makes of it: every fact of "Remember
 * that … and that …" is saved, and "Forget what I said about …" offers the notes to delete. The calls are made like a
 * model's: allowlist, approval, log.
 */
export interface WishServer {
  /** Asks about deleting each note that a wish to forget is about. Null if the model is to answer. */
  forget(): AsyncGenerator<RunEvent, RunEnd | null, void>;
  /** Saves what the message asks to keep, for a model too weak to be asked. Null if the model is to answer. */
  keep(): AsyncGenerator<RunEvent, RunEnd | null, void>;
  /** Takes note of what the model's calls have done. */
  observe(records: readonly CallRecord[]): void;
  /** Saves what the model has left out, once it has saved something. Returns the run's end if a handler ends it. */
  complete(): AsyncGenerator<RunEvent, RunEnd | null, void>;
  /** The same at the model's answer, also where it has saved nothing; says so if nothing could be saved or deleted. */
  settle(): AsyncGenerator<RunEvent, RunEnd | null, void>;
  /** True once something was saved here. */
  readonly hasSaved: boolean;
}

export function createWishServer(round: CallRound): WishServer {
  const { run, allowlist } = round;
  const { request, deps } = run;
  const asked = request.mode === "detect" ? "" : (request.asked ?? request.question);
  const keeping = toKeepWish(asked);
  const wishes = keeping?.facts ?? [];
  const forgetting = toForgetWish(asked);
  const notes: string[] = [];
  let hasDeleted = false;
  let hasSaved = false;

  async function* keepMissing(): AsyncGenerator<RunEvent, RunEnd | null, void> {
    const missing = findMissing(wishes, notes);
    if (missing.length === 0 || !allowlist.has(WRITE_TOOL)) return null;
    const { records, end } = yield* serveCalls(round, missing.map(toWriting));
    // Each has its card by now, whatever came of it.
    notes.push(...missing);
    hasSaved ||= countSuccesses(records) > 0;
    if (countSuccesses(records) > 0) yield toKnownNotice(run, "kept-wishes");
    return end;
  }

  return {
    get hasSaved() {
      return hasSaved;
    },
    async *forget() {
      const ids = request.recalled?.memoryIds ?? [];
      if (forgetting === null || ids.length === 0 || !allowlist.has(DELETE_TOOL)) return null;
      const { records, end } = yield* serveCalls(
        round,
        ids.map((id) => ({ name: DELETE_TOOL, arguments: { note: id } })),
      );
      if (end !== null) return end;
      return yield* serveAnswer(run, DELETED[forgetting.language](countSuccesses(records), ids.length));
    },
    async *keep() {
      const { shortList, guided } = deps.model.info;
      const isWeak = shortList === true || guided === true;
      if (keeping === null || !keeping.isAll || !isWeak || !allowlist.has(WRITE_TOOL)) return null;
      const { records, end } = yield* serveCalls(round, wishes.map(toWriting));
      if (end !== null) return end;
      return yield* serveAnswer(run, SAVED[keeping.language](countSuccesses(records), wishes.length));
    },
    observe: (records) => {
      for (const { call, outcome } of records) {
        const isRead = allowlist.get(call.name)?.spec.effect === "reads";
        // What the user has refused is not to be asked again.
        const isSettled = outcome?.type === "success" || outcome?.type === "denied" || outcome?.type === "duplicate";
        if (!isRead && isSettled) notes.push(JSON.stringify(call.arguments));
        hasDeleted ||= call.name === DELETE_TOOL;
      }
    },
    async *complete() {
      return notes.length === 0 ? null : yield* keepMissing();
    },
    async *settle() {
      const hasMemory = request.agent.memoryTools.length > 0;
      if (wishes.length > 0 && notes.length === 0 && !allowlist.has(WRITE_TOOL) && hasMemory) {
        yield toKnownNotice(run, "not-saved");
      }
      if (forgetting !== null && !hasDeleted && allowlist.has(DELETE_TOOL)) {
        yield toKnownNotice(run, "nothing-to-forget");
      }
      return yield* keepMissing();
    },
  };
}

function toWriting(text: string): Pick<ToolCall, "name" | "arguments"> {
  return { name: WRITE_TOOL, arguments: { text } };
}

function countSuccesses(records: readonly CallRecord[]): number {
  return records.filter(({ outcome }) => outcome?.type === "success").length;
}

/** A sentence about so many of so many notes. */
type CountedAnswer = (done: number, of: number) => string;

/** The answer to a wish to forget, in its own language. */
const DELETED: Readonly<Record<WishLanguage, CountedAnswer>> = {
  en: toCounted("Nothing was deleted.", "It is deleted.", (done, of) => `${done} of ${of} notes were deleted.`),
  de: toCounted(
    "Es wurde nichts gelöscht.",
    "Das ist gelöscht.",
    (done, of) => `${done} von ${of} Notizen wurden gelöscht.`,
  ),
  es: toCounted("No se ha borrado nada.", "Está borrado.", (done, of) => `Se han borrado ${done} de ${of} notas.`),
};

/** The answer to a wish to keep something, in its own language. */
const SAVED: Readonly<Record<WishLanguage, CountedAnswer>> = {
  en: toCounted("Nothing was saved.", "I have saved it.", (done, of) => `${done} of ${of} notes were saved.`),
  de: toCounted(
    "Es wurde nichts gespeichert.",
    "Ich habe es gespeichert.",
    (done, of) => `${done} von ${of} Notizen wurden gespeichert.`,
  ),
  es: toCounted("No se ha guardado nada.", "Lo he guardado.", (done, of) => `Se han guardado ${done} de ${of} notas.`),
};

function toCounted(none: string, all: string, some: CountedAnswer): CountedAnswer {
  return (done, of) => (done === 0 ? none : done === of ? all : some(done, of));
}
