import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { addHome } from "./test-server.ts";

/** The app at another address, whose model files come in drops, `waitMs` apart until it hurries. */
export async function startSlowServer(appUrl: string, waitMs = 6) {
  let sent = 0;
  let fast = false;
  const ranges: string[] = [];
  const server = createServer((asked, response) => {
    const isModel = asked.url?.startsWith("/models/") === true;
    if (asked.url?.endsWith(".gguf") === true) ranges.push(asked.headers.range ?? "whole");
    const url = new URL(asked.url ?? "/", appUrl);
    request(url, { method: asked.method, headers: { ...asked.headers, host: url.host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (!isModel) {
        answer.pipe(response);
        return;
      }
      answer.on("data", (chunk: Buffer) => {
        sent += chunk.length;
        if (!write(response, chunk) || !fast) {
          answer.pause();
          setTimeout(() => answer.resume(), fast ? 0 : waitMs);
        }
      });
      answer.on("end", () => response.end());
      response.on("close", () => answer.destroy());
    }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  addHome(url);
  return {
    url,
    sent: () => sent,
    ranges: () => ranges,
    hurry: () => {
      fast = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function write(response: ServerResponse, chunk: Buffer): boolean {
  return response.destroyed || response.write(chunk);
}
