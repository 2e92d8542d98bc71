/** The API of a model server: llama.cpp's own, OpenAI's (vLLM and many others), or Ollama's. */
export const SERVER_DIALECTS = ["llama.cpp", "openai", "ollama"] as const;
export type ServerDialect = (typeof SERVER_DIALECTS)[number];

/** The port that each kind of server listens to unless told otherwise. */
export const SERVER_PORTS: Readonly<Record<ServerDialect, number>> = {
  "llama.cpp": 8080,
  openai: 8000,
  ollama: 11_434,
};

/** The user's own model server, chosen before the page loads, because the content policy names its host. */
export interface RemoteServer {
  readonly dialect: ServerDialect;
  /** The base address of the server's paths, without a slash at the end: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The server's name for the model; empty for the first that it has. */
  readonly model: string;
  /** Replaces the run's temperature if present. */
  readonly temperature?: number;
  /** Sent as a bearer token; absent where the server asks for none, and where the worker's storage has it. */
  readonly apiKey?: string;
}

/** A model server's key as the worker stores it: sent to this origin and to no other. */
export interface ServerKey {
  readonly origin: string;
  readonly key: string;
}
