import { defined } from "../../worker/protocol/defined.ts";
import type { RunId } from "../../worker/protocol/ids.ts";
import type { WaitingQuestion } from "../../worker/protocol/waiting.ts";
import { toResult } from "../state/app-state.ts";
import type { Composers } from "../state/composer/composer-state.ts";
import type { App } from "../state/create-app.ts";
import { readWall } from "../state/read-wall.ts";

const TICK_MS = 20_000;
const DAY_MS = 86_400_000;
/** How late a question may be asked and still count as on time: an answer may have been under way. */
const ON_TIME_MS = 10 * 60_000;
/** Held by the one tab that asks. */
const LOCK = "alcove-waiting";

/** The outside as waiting needs it; tests have their own. */
export type WaitingDeps = typeof BROWSER;

/**
 * Asks the questions that wait, while the page is open and its storage unlocked: one at a time, and only while nothing else is asked.
 * Times that have passed are made up for once, whatever their number, which is kept.
 */
export async function watchWaiting(
  { api, store, models }: Pick<App, "api" | "store" | "models">,
  deps: WaitingDeps = BROWSER,
): Promise<void> {
  const list = () => store.getState().settings.waiting;
  const keep = (id: string, change: Partial<WaitingQuestion>) =>
    models.changeSettings({ waiting: list().map((each) => (each.id === id ? { ...each, ...change } : each)) });
  const atStart = new Set(
    (await deps.becomeAsker()) ? list().flatMap(({ id, when }) => (when.type === "start" ? [id] : [])) : [],
  );
  let asked: { readonly runId: RunId; readonly before: WaitingQuestion } | null = null;
  let isLooking = false;

  /** Gives the change to keep of a question that is due, once it is asked; null for one that is not. */
  async function toDue({ id, when, seenUntil, mark }: WaitingQuestion): Promise<Partial<WaitingQuestion> | null> {
    const wall = deps.readWall();
    if (when.type === "daily") return toDailyDue(when.at, seenUntil, wall);
    if (when.type === "start") return atStart.has(id) ? { seenUntil: wall } : null;
    const read = await toResult(api.stepWaiting({ type: "look", workspaceId: when.workspaceId }));
    const now = read.ok ? read.value.mark : undefined;
    if (now === undefined || now === mark) return null;
    if (mark !== undefined) return { seenUntil: wall, mark: now };
    await keep(id, { mark: now });
    return null;
  }

  function isFree(): boolean {
    const { modelState, runs, composers } = store.getState();
    return (
      modelState.type === "ready" && !isAsking(composers) && Object.values(runs).every(({ end }) => end !== undefined)
    );
  }

  async function askIfDue(question: WaitingQuestion): Promise<void> {
    const due = await toDue(question);
    if (due === null || !isFree()) return;
    const { text, skill, foreign = false, conversationId = null } = question;
    const begun = await toResult(
      api.stepWaiting({ type: "ask", text, foreign, conversationId, ...defined({ skill }) }),
    );
    if (!begun.ok) return;
    const { runId = "", conversationId: chat = "" } = begun.value;
    asked = { runId, before: question };
    atStart.delete(question.id);
    await keep(question.id, { ...due, conversationId: chat });
  }

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      for (const question of isFree() ? list() : []) await askIfDue(question);
    } finally {
      isLooking = false;
    }
  }

  store.subscribe(({ runs, composers }) => {
    const end = asked === null ? undefined : runs[asked.runId]?.end;
    if (asked === null || end === undefined) return;
    const { id, when, seenUntil, mark } = asked.before;
    asked = null;
    // It gave way to a question of the user's, so it is asked again.
    if (end.reason !== "cancelled" || !isAsking(composers)) return;
    if (when.type === "start") atStart.add(id);
    void keep(id, { seenUntil, ...(mark !== undefined && { mark }) });
  });
  deps.every(TICK_MS, () => void look().catch(() => undefined));
  await look();
}

/** True while a message of the user's is being sent. */
function isAsking(composers: Composers): boolean {
  return Object.values(composers).some((composer) => composer !== undefined && composer.sending !== null);
}

/** A question of each day that is due, and how many of its times have passed unasked. */
function toDailyDue(at: string, seenUntil: string, wall: string): Partial<WaitingQuestion> | null {
  const times = countTimes(at, wall) - countTimes(at, seenUntil);
  if (times <= 0) return null;
  const late = (Date.parse(`${wall}Z`) - Date.parse(`${wall.slice(0, 10)}T${at}Z`) + DAY_MS) % DAY_MS;
  return { seenUntil: wall, missed: late <= ON_TIME_MS ? times - 1 : times };
}

/** How often a time of day has come up to a minute, since 1970. */
function countTimes(at: string, wall: string): number {
  return Date.parse(wall.slice(0, 10)) / DAY_MS + (wall.slice(11) >= at ? 1 : 0);
}

const BROWSER = {
  readWall: (): string => readWall(),
  every: (milliseconds: number, callback: () => void): void => void setInterval(callback, milliseconds),
  /** Resolves once no other tab asks: true if none did when this one was opened, so that the app has just started. */
  async becomeAsker(): Promise<boolean> {
    /** Holds the lock for as long as the page lives; false where it is not available now. */
    const hold = (options: LockOptions) =>
      new Promise<boolean>((resolve) => {
        void navigator.locks.request(LOCK, options, (lock) => {
          resolve(lock !== null);
          return lock && new Promise(() => undefined);
        });
      });
    const isFirst = await hold({ ifAvailable: true });
    if (!isFirst) await hold({});
    return isFirst;
  },
};
