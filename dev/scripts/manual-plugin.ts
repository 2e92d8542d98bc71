import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { renderManual } from "./manual/render-manual.ts";
import { bundleInline } from "./page-policy-plugin.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css",
  js: "text/javascript",
  json: "application/json",
  svg: "image/svg+xml",
};

/** Writes the manual, `docs/**`, as pages into the build's folder `docs/`; in development they are made when they are asked for. */
export function manualPlugin(): Plugin {
  return {
    name: "manual",
    async generateBundle() {
      for (const [path, source] of await makeManual()) {
        this.emitFile({ type: "asset", fileName: `docs/${path}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use("/docs", (request, response, next) => {
        const path = (request.url ?? "").replace(/[?#].*/u, "").slice(1);
        const name = path === "" || path.endsWith("/") ? `${path}index.html` : path;
        void makeManual().then((files) => {
          const source = files.get(name);
          if (source === undefined) next();
          else response.setHeader("Content-Type", TYPES[name.split(".").at(-1) ?? ""] ?? "").end(source);
        }, next);
      });
    },
  };
}

/** Its pages, their one style and their one script. */
async function makeManual(): Promise<ReadonlyMap<string, string>> {
  const styles = ["app/styles/tokens.css", "app/manual/manual.css"].map((path) =>
    readFileSync(join(ROOT, path), "utf8"),
  );
  const script = await bundleInline(join(ROOT, "app/manual/manual.ts"));
  return new Map([...renderManual(ROOT), ["manual.css", styles.join("\n")], ["manual.js", script]]);
}
