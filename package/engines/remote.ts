/** `alcove/engines/remote`: models behind a server of your own. */
import { RemoteClient } from "../../worker/engines/remote/remote-client.ts";
import { chooseTemplate } from "../../worker/formats/templates/choose-template.ts";
import type { SamplingSettings } from "../../worker/protocol/model.ts";
import { type RemoteServer, SERVER_PORTS } from "../../worker/protocol/remote-server.ts";
import { defineModel, type Model } from "../model.ts";

/** The address of a server, and the sampling of its model. */
export interface ServerOptions extends SamplingSettings {
  /** `localhost` unless given. */
  readonly host?: string;
  readonly port?: number;
  /** The whole address instead of host and port, for instance of a server behind HTTPS. */
  readonly url?: string;
  /** Sent as a bearer token. */
  readonly apiKey?: string;
  /** The platform's unless given; tests pass their own. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A model of Ollama's, by the name that `ollama list` shows; port 11434. */
export function ollama(model: string, options: ServerOptions = {}): Model {
  return toModel("ollama", model, options);
}

/** A model of a llama.cpp server; port 8080. */
export function llamaCpp(options: ServerOptions = {}): Model {
  return toModel("llama.cpp", "", options);
}

/** A model of a server that speaks OpenAI's interface, such as vLLM; port 8000. Without a name its first model. */
export function openai(model = "", options: ServerOptions = {}): Model {
  return toModel("openai", model, options);
}

function toModel(
  dialect: RemoteServer["dialect"],
  model: string,
  { host = "localhost", port = SERVER_PORTS[dialect], url, apiKey, fetch, ...sampling }: ServerOptions,
): Model {
  const address = (url ?? `http://${host}:${port}`).replace(/\/+$/u, "");
  const server: RemoteServer = { dialect, url: address, model, ...(apiKey === undefined ? {} : { apiKey }) };
  return defineModel({
    name: model === "" ? dialect : `${dialect}:${model}`,
    sampling,
    load: (signal) =>
      RemoteClient.load(
        {
          modelId: model === "" ? dialect : model,
          server,
          toTemplate: (format, chatTemplate) => chooseTemplate(format, chatTemplate, new Date(), model),
          fetch: fetch ?? globalThis.fetch.bind(globalThis),
          origin: globalThis.location?.origin ?? "of this program",
        },
        signal,
      ),
  });
}
