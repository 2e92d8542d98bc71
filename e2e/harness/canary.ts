import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that nothing may reach: it writes down who did. */
export interface Canary {
  readonly origin: string;
  /** Requests and socket openings so far, as `METHOD path`. */
  readonly heard: readonly string[];
  close(): Promise<void>;
}

/** Starts a canary at a free port; it would answer any origin and any method. */
export async function startCanary(): Promise<Canary> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    response.writeHead(200, {
      "Access-Control-Allow-Origin": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Content-Type": "text/javascript",
    });
    response.end("export default 1;");
  });
  server.on("upgrade", (request, socket) => {
    heard.push(`UPGRADE ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
