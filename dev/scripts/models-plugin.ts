import { fileURLToPath } from "node:url";
import type { Connect, Plugin } from "vite";
import { SERVED_INDEX } from "../../worker/engines/catalog/served-files.ts";
import { serveModels } from "./serve-models.ts";

/** Where fetched models lie; kept out of the repository and of the build. */
export const MODELS_FOLDER: string = fileURLToPath(new URL("../../.models", import.meta.url));

/** Serves the fetched models at `/models/` in development, preview and browser tests. The build has an empty list of them. */
export function modelsPlugin(): Plugin {
  const serve: Connect.NextHandleFunction = serveModels(MODELS_FOLDER);
  return {
    name: "models",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: `models/${SERVED_INDEX}`, source: JSON.stringify({ files: [] }) });
    },
    configureServer(server) {
      server.middlewares.use("/models", serve);
    },
    configurePreviewServer(server) {
      server.middlewares.use("/models", serve);
    },
  };
}
