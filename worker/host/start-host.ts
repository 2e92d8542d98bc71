import type { StartOptions } from "../protocol/api/agent-api.ts";
import type { Project } from "../protocol/project.ts";
import type { ToolFile } from "../protocol/settings.ts";
import type { HostParts, StartedHost } from "./host-parts.ts";
import { ModelSession } from "./model-session.ts";
import { followChange } from "./store-changes.ts";
import { withServerKey } from "./with-server-key.ts";

/** Opens the stores, starts to load the first model and makes the agent. */
export async function startHost(parts: HostParts, options: StartOptions): Promise<StartedHost> {
  const { clock, emit, policies, recordClock, sentText, settings } = parts;
  const stores = await parts.openStores({
    onFailure: (failure) => emit({ type: "failure", failure }),
    onChange: (change) => void followChange(parts, change).catch(() => undefined),
  });
  await settings.begin(stores);
  // Not awaited: it matters only for the records that are stored next.
  const noteTimes = async (): Promise<void> => {
    for (const { updatedAt } of await stores.conversations.list()) recordClock.note(updatedAt);
  };
  noteTimes().catch(() => undefined);
  const { server } = options;
  const keyed = server === undefined ? options : { ...options, server: await withServerKey(server, stores) };
  const library = await parts.createModelLibrary(keyed);
  const session = new ModelSession(library, {
    clock,
    forcedEngine: () => options.engine ?? (settings.current.engine === "auto" ? null : settings.current.engine),
    contexts: () => settings.current.contexts,
    onState: (state) => {
      if (state.type !== "ready") sentText.clear();
      emit({ type: "model", state });
      if (state.type === "ready") policies.noteReady();
    },
  });
  const first = options.modelId ?? (await parts.chooseFirstModel(library, settings.current));
  if (first !== null && first === options.heldModel) await session.hold(first);
  else if (first !== null) void session.load(first);
  const make = (files: readonly ToolFile[], project: Project | null = null) =>
    parts.createAgent(
      { ...stores, memories: stores.memories.within(project?.id ?? null) },
      options,
      files,
      (reading) => emit(reading === undefined ? { type: "files-changed" } : { type: "table-reading", reading }),
      () => settings.current,
      project,
    );
  const ownAgent = { make, made: await make(settings.current.toolFiles) };
  return { stores, library, session, ownAgent, timeZone: options.timeZone ?? parts.timeZone };
}
