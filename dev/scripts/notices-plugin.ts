import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { GGUF_FACTS } from "../../worker/engines/catalog/gguf-models.ts";
import packaged from "./model-fetch/packaged-models.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Works that a package carries inside, without their own licence file. */
const CARRIED: readonly CarriedWork[] = [
  { name: "PDF.js", by: "unpdf", copyright: "Copyright Mozilla Foundation", licence: "Apache-2.0" },
  {
    name: "llama.cpp and ggml",
    by: "@wllama/wllama",
    copyright: "Copyright (c) 2023-2026 The ggml authors",
    licence: "MIT",
  },
  {
    name: "Tesseract's language data",
    by: "@tesseract.js-data/eng",
    copyright: "Copyright Google Inc.",
    licence: "Apache-2.0",
  },
  {
    name: "JSDOMParser",
    by: "@mozilla/readability",
    copyright: "Copyright Mozilla Foundation",
    licence: "MPL-2.0",
  },
];

/** Models that are served beside the app once they were fetched, all under the Apache License 2.0. */
const MODELS: readonly (readonly [name: string, copyright: string])[] = [
  ["SmolLM2-135M-Instruct", "Copyright Hugging Face"],
  ...GGUF_FACTS.filter(({ name }) => packaged.some(({ model }) => model === name)).map(
    ({ name }) => [name, "Copyright 2024 Alibaba Cloud"] as const,
  ),
];

interface CarriedWork {
  readonly name: string;
  readonly by: string;
  readonly copyright: string;
  readonly licence: "Apache-2.0" | "MIT" | "MPL-2.0";
}

const MPL = `This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was not distributed with
this file, You can obtain one at https://mozilla.org/MPL/2.0/. It is used unchanged: its source is the file JSDOMParser.js of the npm
package @mozilla/readability.`;

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/** Writes `THIRD-PARTY-NOTICES.txt` into the build: every package the app ships, with its licence's text. */
export function noticesPlugin(): Plugin {
  return {
    name: "third-party-notices",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "THIRD-PARTY-NOTICES.txt", source: toNotices(ROOT) });
    },
  };
}

/** The notices for all runtime packages of the lock file below `root`. Throws for a package without a licence. */
export function toNotices(root: string): string {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  const notices = Object.entries(lock.packages)
    .filter(([path, entry]) => path !== "" && entry.dev !== true && existsSync(join(root, path)))
    .map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      const text = readLicence(join(root, path));
      if (entry.license === undefined && text === undefined) throw new Error(`${name} has no licence.`);
      return `${name} ${entry.version ?? ""}\nLicence: ${entry.license ?? "see below"}\n\n${text ?? "(The package carries no licence file.)"}`;
    });
  for (const { name, by, copyright, licence } of CARRIED) {
    if (!existsSync(join(root, "node_modules", by))) continue;
    const text = { MIT, "MPL-2.0": MPL, "Apache-2.0": readFileSync(join(root, "LICENSE"), "utf8").trim() }[licence];
    notices.push(`${name} (inside ${by})\nLicence: ${licence}\n\n${copyright}\n\n${text}`);
  }
  const models = MODELS.map(([name, copyright]) => `${name}\nLicence: Apache-2.0\n\n${copyright}`);
  notices.push(
    `Models that are fetched on request and served beside the app, unchanged:\n\n${models.join("\n\n")}\n\n${readFileSync(join(root, "LICENSE"), "utf8").trim()}`,
  );
  return `Alcove is licensed under the Apache License 2.0 and contains the following packages.\n\n${notices.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

function readLicence(folder: string): string | undefined {
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|notice|copying)/i.test(name));
  if (names.length === 0) return undefined;
  return names.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
}
