import type { AgentApi } from "../protocol/api/agent-api.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import { DEFAULT_SETTINGS, type Settings } from "../protocol/settings.ts";
import type { Stores } from "../store/stores.ts";
import { settle } from "./settle.ts";

/** The settings as they stand, for everyone in the host. */
export interface CurrentSettings {
  readonly current: Settings;
  /** Stores a change and tells the page of it. */
  update(change: Partial<Settings>): Promise<Settings>;
  /** Resolves once every change that was asked for until now is stored, or has failed: what follows goes by it. */
  settled(): Promise<void>;
  /** Reads them again from the store, and tells the page. */
  reload(): Promise<void>;
  /** Reads them for the first time; where they cannot be read, the defaults hold. */
  begin(stores: Stores): Promise<void>;
  /** The part of the agent's interface that is about settings. */
  readonly desk: Pick<AgentApi, "updateSettings">;
}

export function createCurrentSettings(deps: {
  readStores(): Promise<Stores>;
  emit(event: AgentEvent): void;
}): CurrentSettings {
  let current: Settings = DEFAULT_SETTINGS;
  const take = (settings: Settings): Settings => {
    current = settings;
    deps.emit({ type: "settings-changed", settings });
    return settings;
  };
  let pending: Promise<unknown> = Promise.resolve();
  const store = async (change: Partial<Settings>): Promise<Settings> =>
    take(await (await deps.readStores()).settings.update(change));
  const update = (change: Partial<Settings>): Promise<Settings> => {
    const stored = store(change);
    pending = Promise.allSettled([pending, stored]);
    return stored;
  };
  return {
    get current() {
      return current;
    },
    update,
    settled: async () => void (await pending),
    reload: async () => void take(await (await deps.readStores()).settings.read()),
    begin: async (stores) => {
      current = await stores.settings.read().catch(() => DEFAULT_SETTINGS);
    },
    desk: { updateSettings: (change) => settle(async () => ({ ok: true, value: await update(change) })) },
  };
}
