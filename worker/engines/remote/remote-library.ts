import type { ModelRoom } from "../../agent/ports/model-library.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import type { FormatId, ModelEntry } from "../../protocol/model.ts";
import type { RemoteServer } from "../../protocol/remote-server.ts";

/** The model behind the person's own server. */
const REMOTE_MODEL_ID = "remote";

/** What the room needs to know of the place it runs in. */
export interface RemotePlace {
  readonly server: RemoteServer;
  /** The page's origin, which the server must allow. */
  readonly origin: string;
  toTemplate(format: FormatId, chatTemplate: string | null): ChatTemplate;
}

/** The models of this browser, and before them the one on the person's server. */
export function addRemoteModel(room: ModelRoom, { server, origin, toTemplate }: RemotePlace): ModelRoom {
  const { host } = new URL(server.url);
  /** What the server said of the model; nothing is known before the first load. */
  let said: Pick<ModelEntry, "format" | "contextTokens"> = { format: "chatml", contextTokens: 0 };
  const toEntry = (): ModelEntry => ({
    id: REMOTE_MODEL_ID,
    title: server.model === "" ? host : server.model,
    engines: ["remote"],
    ...said,
    local: false,
    host,
  });
  return {
    ...room,
    list: async () => [toEntry(), ...(await room.list())],
    choose: async (model, forced) =>
      model.id === REMOTE_MODEL_ID
        ? {
            ok: true,
            value: {
              engine: "remote",
              reason: `It runs on your server: your questions leave this device and go to ${host}.`,
            },
          }
        : room.choose(model, forced),
    load: async (model, choice, onProgress, signal) => {
      if (model.id !== REMOTE_MODEL_ID) return room.load(model, choice, onProgress, signal);
      const { RemoteClient } = await import("./remote-client.ts");
      const fetch = globalThis.fetch.bind(globalThis);
      const now = (): number => performance.now();
      const plan = { modelId: REMOTE_MODEL_ID, server, toTemplate, fetch, origin, now };
      const loaded = await RemoteClient.load(plan, signal);
      if (loaded.ok) said = { format: loaded.value.info.format, contextTokens: loaded.value.info.contextTokens };
      return loaded;
    },
    delete: async (modelId) => (modelId === REMOTE_MODEL_ID ? { ok: true, value: null } : room.delete(modelId)),
  };
}
