import type { Page } from "playwright-core";
import { toQuantile } from "../report/median.ts";

/** How long inputs waited, in milliseconds; for the next paint as Event Timing measures it: in steps of 8, and 16 for anything less. */
export interface PaintLine {
  readonly what: string;
  readonly inputs: number;
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
  /** What the target allows, where that is not what a key is allowed. */
  readonly limit?: number;
}

/** About 600 characters a minute: somebody who types fast. */
const KEY_DELAY_MS = 100;

declare global {
  /** The longest event of each interaction, by its id; lives in the measured page. */
  var interactions: Map<number, number>;
}

/** Watches the page's inputs while something is done to it; `inputs` is how many there are then. */
export async function measureInputs(page: Page, what: string, act: () => Promise<number>): Promise<PaintLine> {
  await page.evaluate(watchInteractions);
  const inputs = await act();
  const durations = await page.evaluate(readInteractions);
  // What Event Timing leaves out took less than its threshold.
  return toLine(what, [...durations, ...Array<number>(Math.max(0, inputs - durations.length)).fill(16)]);
}

/** Types into the composer, and empties it. */
export async function typeText(page: Page, text: string): Promise<number> {
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  await field.pressSequentially(text, { delay: KEY_DELAY_MS });
  return text.length;
}

export function toLine(what: string, durations: readonly number[], limit?: number): PaintLine {
  const at = (share: number): number => Math.round(toQuantile(durations, share));
  const line = { what, inputs: durations.length, p50: at(0.5), p95: at(0.95), longest: at(1) };
  return limit === undefined ? line : { ...line, limit };
}

function watchInteractions(): void {
  globalThis.interactions = new Map();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue;
      const before = globalThis.interactions.get(entry.interactionId) ?? 0;
      globalThis.interactions.set(entry.interactionId, Math.max(before, entry.duration));
    }
  });
  const wanted: PerformanceObserverInit & { readonly durationThreshold: number } = {
    type: "event",
    durationThreshold: 16,
  };
  observer.observe(wanted);
}

async function readInteractions(): Promise<number[]> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return [...globalThis.interactions.values()];
}
