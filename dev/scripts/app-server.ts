import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import compression from "@polka/compression";
import sirv from "sirv";
import {
  FRAME_HEADERS,
  HYGIENE_HEADERS,
  ISOLATION_HEADERS,
  isFramePage,
  SCRIPT_POLICY,
  toHeaderPolicy,
} from "../../app/sw/security-headers.ts";
import { endWithFile } from "./serve-folder.ts";
import { serveModels } from "./serve-models.ts";

/** How to serve the built app. */
export interface AppServerOptions {
  /** The build. */
  readonly folder: string;
  /** The fetched models, served at `/models/`. */
  readonly modelsFolder: string;
  /** False keeps from the page which models lie there. */
  readonly listsModels?: boolean;
  /** The port to take; 0 takes any free one. */
  readonly port: number;
  /** When the port is taken: the next free one instead of an error. */
  readonly searchPort?: boolean;
  /** The interface to listen on; this machine alone by default. */
  readonly host?: string;
  /** False serves as a host without header settings does. */
  readonly securityHeaders?: boolean;
  /** How hard text is compressed, 1 to 9. */
  readonly compressionLevel?: number;
}

/** A running server of the app. */
export interface AppServer {
  /** The address of the page, ending in `/`. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and cuts open connections, as a pulled plug would. */
  close(): Promise<void>;
}

/** Serves the built app and the fetched models. Rejects when no port can be had. */
export async function startAppServer(options: AppServerOptions): Promise<AppServer> {
  const host = options.host ?? "127.0.0.1";
  const answerModels = serveModels(options.modelsFolder, options.listsModels);
  const serveApp = sirv(options.folder, {
    dev: true,
    etag: true,
    setHeaders(response, pathname) {
      if (pathname.startsWith("/assets/")) response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    },
  });
  // Text alone, as static hosts do; models and wasm go out as they are, so that they can be had in ranges.
  const compress = compression({ level: options.compressionLevel ?? 6 });
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (options.securityHeaders !== false) addSecurityHeaders(request.url ?? "/", response);
    if (request.url?.startsWith("/models/")) {
      request.url = request.url.slice("/models".length);
      answerModels(request, response);
      return;
    }
    endWithFile(response);
    compress(request, response, () =>
      serveApp(request, response, () => {
        response.statusCode = 404;
        response.setHeader("Content-Type", "text/plain; charset=utf-8");
        response.end("Not found.\n");
      }),
    );
  };

  let port = options.port;
  if (options.searchPort === true) while (await isTaken(port, host)) port += 1;
  const server = createServer(answer);
  await listen(server, port, host);
  // Between the look and the listening another program may have been faster: that error is the caller's.
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host === "127.0.0.1" || host === "0.0.0.0" ? "localhost" : host}:${address.port}/`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addSecurityHeaders(url: string, response: ServerResponse): void {
  const headers = { ...ISOLATION_HEADERS, ...HYGIENE_HEADERS, ...(isFramePage(url) ? FRAME_HEADERS : {}) };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const isScript = /\.m?js(?:\?|$)/.test(url);
  response.setHeader("Content-Security-Policy", isScript ? SCRIPT_POLICY : toHeaderPolicy(url));
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: host === "0.0.0.0" ? "127.0.0.1" : host });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
