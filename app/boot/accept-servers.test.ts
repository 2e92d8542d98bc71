import { expect, it } from "vitest";
import type { McpPort } from "../../worker/protocol/mcp.ts";
import { acceptServers, type ServerOffer } from "./accept-servers.ts";

const port: McpPort = { postMessage: () => {}, addEventListener: () => {}, start: () => {}, close: () => {} };
const origin = "https://alcove.example";

it.each<[string, Partial<ServerOffer>, boolean | "client"]>([
  ["from this origin is taken", {}, true],
  ["as a client's is taken for one", { data: { type: "alcove-mcp-client", name: "notes" } }, "client"],
  [
    "as a client's from another origin is ignored",
    { data: { type: "alcove-mcp-client", name: "notes" }, origin: "null" },
    false,
  ],
  ["from another origin is ignored", { origin: "https://evil.example" }, false],
  ["without a port is ignored", { ports: [] }, false],
  ["of another kind is ignored", { data: { type: "hello", name: "x" } }, false],
  ["without a name is ignored", { data: { type: "alcove-mcp-server", name: 7 } }, false],
  ["that is no object is ignored", { data: null }, false],
])("a message that offers a server %s", (_title, change, taken) => {
  const offered: [string, string, McpPort][] = [];
  let send: (offer: ServerOffer) => void = () => {};
  acceptServers(
    { origin, addEventListener: (_type, listener) => (send = listener) },
    {
      async addServerPort(name, given) {
        offered.push(["server", name, given]);
        return { ok: true, value: null };
      },
      async takeOffered(step, given = port) {
        offered.push(["client", "client" in step ? step.client : "", given]);
        return { ok: true, value: { clients: [] } };
      },
    },
  );
  send({ origin, data: { type: "alcove-mcp-server", name: "notes" }, ports: [port], ...change });
  expect(offered).toEqual(taken ? [[taken === "client" ? taken : "server", "notes", port]] : []);
});
