import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { bundleInline } from "./page-policy-plugin.ts";

const ENTRY = fileURLToPath(new URL("../../app/sw/main.ts", import.meta.url));

/**
 * Files of the build that no page ever loads, pictures for those who install, the tiny model of the tests, and what OCR keeps
 * by itself once it is used. A `SKILL.md` is loaded, and so are the notices.
 */
const LEFT_OUT =
  /(?<!^(?:READ-ME|THIRD-PARTY-NOTICES))\.(?:map|txt|gguf)$|(?<!(?:^|\/)SKILL)\.md$|^_headers$|^sbom\.cdx\.json$|^tiny\/|^screenshots\/|\/tesseract-core-|\.traineddata-/;

/** Files that a pack of the app does without: models go in when they are chosen. */
const NOT_PACKED = /\.(?:map|gguf)$/;
/** The list of the build's files, for whoever makes a pack of the app. */
const APP_FILES = "app-files.json";
/** The list of what the service worker keeps, which reads it when it is installed. */
const OFFLINE_FILES = "offline-files.json";

/**
 * Builds the service worker as `sw.js` beside the page, and the list of everything it keeps for offline use: the
 * build's files and those of `public/`. Models are in neither.
 */
export function serviceWorkerPlugin(): Plugin {
  let publicFolder = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const hash = createHash("sha256");
        const kept: string[] = [];
        const all: string[] = [];
        const add = (path: string, content: string | Uint8Array): void => {
          if (!NOT_PACKED.test(path)) all.push(path);
          if (LEFT_OUT.test(path)) return;
          kept.push(path);
          hash.update(path).update("\0").update(content).update("\0");
        };
        for (const file of Object.values(bundle).toSorted((a, b) => a.fileName.localeCompare(b.fileName))) {
          add(file.fileName, file.type === "chunk" ? file.code : file.source);
        }
        for (const path of listFiles(publicFolder)) add(path, readFileSync(join(publicFolder, path)));
        // Kept as well, so that a pack can be made without a network.
        const own = [APP_FILES, OFFLINE_FILES, "sw.js"];
        this.emitFile({ type: "asset", fileName: APP_FILES, source: JSON.stringify([...all, ...own]) });
        const list = JSON.stringify([...kept, ...own]);
        this.emitFile({ type: "asset", fileName: OFFLINE_FILES, source: list });
        const define = {
          OFFLINE_FILES: JSON.stringify(OFFLINE_FILES),
          OFFLINE_FILES_HASH: JSON.stringify(createHash("sha256").update(list).digest("base64")),
          VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)),
        };
        this.emitFile({ type: "asset", fileName: "sw.js", source: await bundleInline(ENTRY, define) });
      },
    },
  };
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
}
