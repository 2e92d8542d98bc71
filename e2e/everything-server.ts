import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

/** The protocol's own test server on loopback. */
export interface EverythingServer {
  readonly url: string;
  close(): void;
}

/** Starts `@modelcontextprotocol/server-everything`, or another one of the protocol's servers, over Streamable HTTP. */
export async function startEverythingServer(
  main = import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
): Promise<EverythingServer> {
  const port = await findPort();
  const server = spawn(process.execPath, [fileURLToPath(main), "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
  });
  await hear(server, "listening");
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => server.kill() };
}

function hear(server: ChildProcess, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const listen = (data: Buffer) => {
      if (data.toString().includes(word)) resolve();
    };
    server.stdout?.on("data", listen);
    server.stderr?.on("data", listen);
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

async function findPort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
