import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { registerServiceWorker } from "./register-service-worker.ts";

let reloads = 0;
let container: EventTarget & { controller: object | null; register: () => Promise<object> };
let registration: EventTarget & { waiting: { postMessage(message: string): void } | null; installing: null };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("DEV", false);
  reloads = 0;
  const kept = new Map<string, string>();
  registration = Object.assign(new EventTarget(), { waiting: null, installing: null });
  container = Object.assign(new EventTarget(), { controller: {}, register: async () => registration });
  vi.stubGlobal("navigator", { serviceWorker: container });
  vi.stubGlobal("document", { baseURI: "https://app.example/" });
  vi.stubGlobal("location", {
    reload: () => {
      reloads += 1;
    },
  });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Opens the page while a newer version waits, and presses its button. */
async function tellUpdate(): Promise<void> {
  registration.waiting = { postMessage: () => undefined };
  await registerServiceWorker({ onUpdateReady: (apply) => apply() });
}

test("a newer version that takes over reloads the page once, and the page then opened stays", async () => {
  await tellUpdate();
  container.dispatchEvent(new Event("controllerchange"));
  container.dispatchEvent(new Event("controllerchange"));
  expect(reloads).toBe(1);
  registration.waiting = null;
  await registerServiceWorker({ onUpdateReady: () => undefined });
  expect(reloads).toBe(1);
});

test("a page of the old version is loaded anew where the newer one took over while it started", async () => {
  await tellUpdate();
  vi.advanceTimersByTime(3000);
  expect(reloads).toBe(1);
  // The reloaded page came from the old version, and hears of no change.
  registration.waiting = null;
  await registerServiceWorker({ onUpdateReady: () => undefined });
  expect(reloads).toBe(2);
  await registerServiceWorker({ onUpdateReady: () => undefined });
  expect(reloads).toBe(2);
});

test("a page of the old version goes on while the newer one still waits", async () => {
  await tellUpdate();
  vi.advanceTimersByTime(3000);
  const offers: unknown[] = [];
  await registerServiceWorker({ onUpdateReady: (apply) => offers.push(apply) });
  expect(reloads).toBe(1);
  expect(offers).toHaveLength(1);
});
