import { expect, it } from "vitest";
import type { McpPort } from "../../worker/protocol/mcp.ts";
import { acceptServers, type ServerOffer } from "./accept-servers.ts";

const port: McpPort = { postMessage: () => {}, addEventListener: () => {}, start: () => {}, close: () => {} };
const origin = "https://alcove.example";

it.each<[string, Partial<ServerOffer>, boolean]>([
  ["from this origin is taken", {}, true],
  ["from another origin is ignored", { origin: "https://evil.example" }, false],
  ["without a port is ignored", { ports: [] }, false],
  ["of another kind is ignored", { data: { type: "hello", name: "x" } }, false],
  ["without a name is ignored", { data: { type: "alcove-mcp-server", name: 7 } }, false],
  ["that is no object is ignored", { data: null }, false],
])("a message that offers a server %s", (_title, change, taken) => {
  const offered: [string, McpPort][] = [];
  let send: (offer: ServerOffer) => void = () => {};
  acceptServers(
    { origin, addEventListener: (_type, listener) => (send = listener) },
    {
      async addServerPort(name, given) {
        offered.push([name, given]);
        return { ok: true, value: null };
      },
    },
  );
  send({ origin, data: { type: "alcove-mcp-server", name: "notes" }, ports: [port], ...change });
  expect(offered).toEqual(taken ? [["notes", port]] : []);
});
