import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import ts from "typescript";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".ts": "text/javascript",
  ".wasm": "application/wasm",
};

/** A server of this machine for the browser checks: address prefixes to folders, TypeScript stripped on the way. */
export async function serve(folders: Record<string, string>): Promise<{ address: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
    const prefix = Object.keys(folders).find((each) => path.startsWith(each));
    const folder = prefix === undefined ? undefined : folders[prefix];
    const file = folder === undefined || prefix === undefined ? "" : join(folder, normalize(path.slice(prefix.length)));
    if (file === "" || path.includes("..") || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const headers = { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "cache-control": "no-store" };
    if (extname(file) === ".ts") {
      const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
      response.writeHead(200, headers);
      response.end(ts.transpileModule(readFileSync(file, "utf8"), { compilerOptions: options }).outputText);
      return;
    }
    response.writeHead(200, { ...headers, "content-length": statSync(file).size });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { address: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
