import type { AgentEvent } from "../protocol/api/agent-event.ts";
import { DEFAULT_SETTINGS, type Settings } from "../protocol/settings.ts";
import type { Stores } from "../store/stores.ts";

/** The settings as they are now, for every part of the host. */
export type CurrentSettings = ReturnType<typeof createCurrentSettings>;

export function createCurrentSettings(deps: { readStores(): Promise<Stores>; emit(event: AgentEvent): void }) {
  let current: Settings = DEFAULT_SETTINGS;
  let pending: Promise<unknown> = Promise.resolve();
  const take = (settings: Settings): Settings => {
    current = settings;
    deps.emit({ type: "settings-changed", settings });
    return settings;
  };
  const store = async (change: Partial<Settings>): Promise<Settings> =>
    take(await (await deps.readStores()).settings.update(change));
  return {
    get current(): Settings {
      return current;
    },
    /** Stores a change and tells the page. */
    update: (change: Partial<Settings>): Promise<Settings> => {
      const stored = store(change);
      pending = Promise.allSettled([pending, stored]);
      return stored;
    },
    /** Resolves once every change requested so far is stored or has failed. */
    settled: async (): Promise<void> => void (await pending),
    /** Reads them again from the store and tells the page. */
    reload: async (): Promise<void> => void take(await (await deps.readStores()).settings.read()),
    /** Reads them for the first time. If they cannot be read, the defaults hold. */
    begin: async (stores: Stores): Promise<void> => {
      current = await stores.settings.read().catch(() => DEFAULT_SETTINGS);
    },
  };
}
