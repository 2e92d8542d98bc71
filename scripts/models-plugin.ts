import { fileURLToPath } from "node:url";
import type { Connect, Plugin } from "vite";
import { serveFolder } from "./serve-folder.ts";

/** Where fetched models lie; kept out of the repository and of the build. */
export const MODELS_FOLDER: string = fileURLToPath(new URL("../.models", import.meta.url));

/** Serves the fetched models at `/models/` in development, preview and browser tests. */
export function modelsPlugin(): Plugin {
  const serve: Connect.NextHandleFunction = serveFolder(MODELS_FOLDER);
  return {
    name: "models",
    configureServer(server) {
      server.middlewares.use("/models", serve);
    },
    configurePreviewServer(server) {
      server.middlewares.use("/models", serve);
    },
  };
}
