import { ENCRYPTED, type TextStore } from "../state/text-store.ts";
import type { View } from "../state/view.ts";

const LOCKED_AT = "alcove.locked-at";
/** When somebody last typed, pointed or got an answer in any tab, in milliseconds since 1970. */
const USED_AT = "used-at";
const LOCK_AFTER = "lock-after";
const TICK_MS = 10_000;
const DEFAULT_MINUTES = 30;

/** Minutes without use after which everything is locked; 0 for never. */
export const LOCK_CHOICES: readonly number[] = [5, 15, DEFAULT_MINUTES, 120, 0];

export function readLockAfter(texts: TextStore): number {
  const stored = texts.read(LOCK_AFTER);
  return LOCK_CHOICES.find((minutes) => `${minutes}` === stored) ?? DEFAULT_MINUTES;
}

export function writeLockAfter(texts: TextStore, minutes: number): void {
  texts.write(LOCK_AFTER, `${minutes}`);
}

/** Forgets the key in every tab: it is nowhere but in their workers, which end with the page. */
export function lock(): void {
  localStorage.setItem(LOCKED_AT, `${Date.now()}`);
  location.reload();
}

/**
 * Locks this tab when another one is locked, and all of them once nobody has used any for a while. A tab that answers
 * counts as used, so that no answer is lost; one that waits for an approval does not, nor one that answers what nobody has just asked.
 */
export function followLock(texts: TextStore, readView: () => Pick<View, "runs" | "settings">): void {
  addEventListener("storage", ({ key }) => {
    if (key === LOCKED_AT) location.reload();
  });
  let noted = Date.now();
  // Read once more before a use is noted: a device that slept wakes up under somebody's hands.
  const isIdle = (): boolean => {
    const minutes = texts.read(ENCRYPTED) === "" ? 0 : readLockAfter(texts);
    // Where the browser keeps no texts, this tab alone counts.
    const usedAt = Number(texts.read(USED_AT)) || noted;
    return minutes > 0 && Date.now() - usedAt >= minutes * 60_000;
  };
  const note = (): void => {
    noted = Date.now();
    texts.write(USED_AT, `${noted}`);
  };
  const use = (): void => {
    if (Date.now() - noted < TICK_MS) return;
    if (isIdle()) lock();
    else note();
  };
  for (const kind of ["pointerdown", "pointermove", "keydown", "wheel"]) addEventListener(kind, use, { passive: true });
  note();
  setInterval(() => {
    const { runs, settings } = readView();
    const unasked = new Set(settings.waiting.map(({ conversationId }) => conversationId));
    const answers = Object.values(runs).some(
      (run) => run.end === undefined && !Object.keys(run.approvals).length && !unasked.has(run.conversationId),
    );
    if (answers) note();
    else if (isIdle()) lock();
  }, TICK_MS);
}
