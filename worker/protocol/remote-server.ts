/** How a model server is spoken to: llama.cpp's own server, OpenAI's interface (vLLM and many others), or Ollama's. */
export type ServerDialect = "llama.cpp" | "openai" | "ollama";

export const SERVER_DIALECTS: readonly ServerDialect[] = ["llama.cpp", "openai", "ollama"];

/** A model server of the user's, chosen before the page loads: the content policy names its host. */
export interface RemoteServer {
  readonly dialect: ServerDialect;
  /** Where the server's paths begin, without a slash at the end: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The server's name for the model; empty for the first that it has. */
  readonly model: string;
  /** Takes the place of the run's own temperature; absent leaves that as it is. */
  readonly temperature?: number;
  /** Sent as a bearer token; absent where the server asks for none. */
  readonly apiKey?: string;
}
