import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { bundleInline, toHashSource } from "./page-policy-plugin.ts";

const APP = fileURLToPath(new URL("../../app", import.meta.url));
const NAME = "signed-in.html";
const STYLE = "body{margin:20vh auto;max-width:30rem;padding:1rem;font:1.1rem/1.5 system-ui;text-align:center}";

/** Writes the page that a sign-in to a server of tools returns to, with its script, its style and its sentence inside. */
export function returnPagePlugin(): Plugin {
  return {
    name: "return-page",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: NAME, source: await makePage() });
    },
    configureServer(server) {
      server.middlewares.use(`/${NAME}`, (_request, response, next) => {
        void makePage().then((page) => response.setHeader("Content-Type", "text/html").end(page), next);
      });
    },
  };
}

async function makePage(): Promise<string> {
  const script = await bundleInline(join(APP, "boot/signed-in.ts"), { RETURNED: JSON.stringify(readSentences()) });
  const policy = `default-src 'none'; script-src ${toHashSource(script)}; style-src ${toHashSource(STYLE)}; base-uri 'none'; form-action 'none'`;
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light dark"><title>Alcove</title><style>${STYLE}</style><p role="status"></p>`,
    // For where the window is the app's own, or may not close itself.
    `<p><a href="./#/settings/connections">Alcove</a></p>`,
    `<script>${script}</script></html>\n`,
  ].join("\n");
}

/** By language, as the page's other texts are written. */
function readSentences(): Readonly<Record<string, string>> {
  const folder = join(APP, "messages");
  const codes = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.fromEntries(
    codes.map(({ name }) => {
      const texts: Record<string, string> = JSON.parse(readFileSync(join(folder, name, "connections.json"), "utf8"));
      return [name, texts["sign-in.returned"] ?? ""];
    }),
  );
}
