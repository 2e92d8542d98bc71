import type { ServerResponse } from "node:http";
import type { Plugin } from "vite";
import { HYGIENE_HEADERS, ISOLATION_HEADERS } from "../../app/sw/security-headers.ts";

const HEADERS = { ...ISOLATION_HEADERS, ...HYGIENE_HEADERS };

/**
 * Puts the isolation headers on every answer of the dev, preview and test servers, so that engines have threads. Twice:
 * Vitest's own pages take them from the configuration, and answers of other plugins only from a middleware.
 */
export function isolationPlugin(): Plugin {
  return {
    name: "isolation",
    config: () => ({ server: { headers: HEADERS }, preview: { headers: HEADERS } }),
    configureServer(server) {
      server.middlewares.use(addHeaders);
    },
    configurePreviewServer(server) {
      server.middlewares.use(addHeaders);
    },
  };
}

function addHeaders(_request: unknown, response: ServerResponse, next: () => void): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  next();
}
