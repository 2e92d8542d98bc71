import type { ModelLibrary } from "../../agent/ports/model-library.ts";
import type { ModelEntry } from "../../protocol/model.ts";
import type { RemotePlan } from "./remote-client.ts";

/** The model behind the user's server. */
const REMOTE_MODEL_ID = "remote";

/** Adds the model on the user's server before the models of this browser. */
export function addRemoteModel(
  library: ModelLibrary,
  { server, origin, toTemplate }: Pick<RemotePlan, "server" | "origin" | "toTemplate">,
): ModelLibrary {
  const { host } = new URL(server.url);
  /** The server's report of its model; defaults before the first load. */
  let reported: Pick<ModelEntry, "format" | "contextTokens"> = { format: "chatml", contextTokens: 0 };
  const toEntry = (): ModelEntry => ({
    id: REMOTE_MODEL_ID,
    title: server.model === "" ? host : server.model,
    engines: ["remote"],
    ...reported,
    local: false,
    host,
  });
  return {
    ...library,
    list: async () => [toEntry(), ...(await library.list())],
    choose: async (model, forced) => {
      if (model.id !== REMOTE_MODEL_ID) return library.choose(model, forced);
      const reason = `It runs on your server: your questions leave this device and go to ${host}.`;
      return { ok: true, value: { engine: "remote", reason } };
    },
    load: async (model, choice, onProgress, signal) => {
      if (model.id !== REMOTE_MODEL_ID) return library.load(model, choice, onProgress, signal);
      const { RemoteClient } = await import("./remote-client.ts");
      const fetch = globalThis.fetch.bind(globalThis);
      const plan = { modelId: REMOTE_MODEL_ID, server, toTemplate, fetch, origin };
      const loaded = await RemoteClient.load(plan, signal);
      if (loaded.ok) reported = { format: loaded.value.info.format, contextTokens: loaded.value.info.contextTokens };
      return loaded;
    },
    delete: async (modelId) => (modelId === REMOTE_MODEL_ID ? { ok: true, value: null } : library.delete(modelId)),
  };
}
