import type { SettingsApi } from "../../worker/protocol/api/settings-api.ts";
import { attempt } from "../../worker/protocol/attempt.ts";
import { toFields } from "../../worker/protocol/json.ts";
import { type RemoteServer, SERVER_DIALECTS } from "../../worker/protocol/remote-server.ts";
import type { App } from "../state/create-app.ts";
import { isAllowedHost } from "./allowed-hosts.ts";

/**
 * The model server of the user's. Kept by the page for the same reason as the allowed hosts: it takes effect at the
 * next load, in the content policy and in the agent, and nothing in a worker can change it. An import brings it back
 * only when the user calls the file their own. Its key is in the worker's storage: `keepServer`.
 */
const STORAGE_KEY = "alcove.model-server";

/** A server as the page keeps it. Older versions kept the key here too, until `keepServer` moved it. */
export interface KeptServer extends RemoteServer {
  /** The worker's storage has a key for it. */
  readonly hasKey?: boolean;
}

/** The server that was set, or null: none was, storage is refused, or the entry is not ours. */
export function readServer(storage: () => Pick<Storage, "getItem"> = () => localStorage): KeptServer | null {
  const stored: unknown = attempt(() => JSON.parse(storage().getItem(STORAGE_KEY) ?? "null"));
  const server = toServer(stored);
  return server !== null && toFields(stored).hasKey === true ? { ...server, hasKey: true } : server;
}

/** A server as it was stored or exported; null when the value is none. */
export function toServer(value: unknown): RemoteServer | null {
  const { dialect, url, model, temperature, apiKey } = toFields(value);
  const known = SERVER_DIALECTS.find((each) => each === dialect);
  if (known === undefined || typeof url !== "string" || toServerUrl(url) !== url) return null;
  return {
    dialect: known,
    url,
    model: typeof model === "string" ? model : "",
    ...(typeof temperature === "number" ? { temperature } : {}),
    ...(typeof apiKey === "string" && apiKey !== "" ? { apiKey } : {}),
  };
}

/**
 * Keeps the server for the next load, or forgets it: the key in the worker's storage, everything else here. Throws where
 * the browser refuses storage; nothing is changed here unless the key was stored.
 */
export async function keepServer(
  server: KeptServer | null,
  api: Pick<SettingsApi, "writeServerKey">,
  storage: Pick<Storage, "setItem" | "removeItem"> = localStorage,
): Promise<void> {
  const { apiKey, ...kept } = server ?? {};
  if (server === null || apiKey !== undefined || server.hasKey !== true) {
    const key = server === null || apiKey === undefined ? null : { origin: new URL(server.url).origin, key: apiKey };
    const written = await api.writeServerKey(key);
    if (!written.ok) throw new Error(written.failure.code);
  }
  if (server === null) storage.removeItem(STORAGE_KEY);
  else storage.setItem(STORAGE_KEY, JSON.stringify(apiKey === undefined ? kept : { ...kept, hasKey: true }));
}

/** Moves a key that an older version kept here into the worker's storage, once that is open and lasts. */
export function moveServerKey({ api, store }: Pick<App, "api" | "store">): void {
  const end = store.subscribe(({ phase, storage }) => {
    if (phase !== "ready") return;
    end();
    const server = readServer();
    // Where it cannot be moved, it stays where it is.
    if (storage?.durable === true && server?.apiKey !== undefined) keepServer(server, api).catch(() => undefined);
  });
}

/** The hosts that the content policy names for a server: its own alone. */
export function toServerHosts(server: RemoteServer | null): readonly string[] {
  return server === null ? [] : [new URL(server.url).origin];
}

/**
 * Reads a server's address as a user types it (`localhost`, `localhost:11434`, `http://192.168.1.5:8080/v1/`); null when
 * it is none. Without a scheme it is `http`, as such servers are, and without a port then the one of its kind, if given.
 */
export function toServerUrl(text: string, port?: number): string | null {
  const typed = text.trim();
  const hasScheme = typed.includes("://");
  const address = hasScheme ? typed : `http://${typed}`;
  if (typed === "" || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (!hasScheme && port !== undefined && !/^[^/]*:\d+(?:\/|$)/u.test(typed)) url.port = String(port);
  const { origin, pathname, username, search, hash } = url;
  if (!isAllowedHost(origin) || origin.includes("*") || username !== "" || search !== "" || hash !== "") return null;
  return origin + pathname.replace(/\/+$/, "").replace(/\/v1(?:\/(?:chat\/)?completions)?$/, "");
}
