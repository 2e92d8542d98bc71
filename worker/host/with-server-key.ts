import type { RemoteServer } from "../protocol/remote-server.ts";
import type { Stores } from "../store/stores.ts";

/** The server with its stored key, where there is one for its origin. One that brings its key keeps that. */
export async function withServerKey(
  server: RemoteServer,
  { serverKey }: Pick<Stores, "serverKey">,
): Promise<RemoteServer> {
  if (server.apiKey !== undefined) return server;
  // Without its key the server says that it wants one, which tells the user more than no start at all.
  const stored = await serverKey.read().catch(() => null);
  return stored?.origin === new URL(server.url).origin ? { ...server, apiKey: stored.key } : server;
}
