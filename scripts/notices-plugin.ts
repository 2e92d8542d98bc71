import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Works under the licence that Alcove has too, which a package carries inside without their own licence file. */
const CARRIED: readonly { readonly name: string; readonly by: string; readonly copyright: string }[] = [
  { name: "PDF.js", by: "unpdf", copyright: "Copyright Mozilla Foundation" },
];

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
  for (const { name, by, copyright } of CARRIED) {
    if (!existsSync(join(root, "node_modules", by))) continue;
    const text = readFileSync(join(root, "LICENSE"), "utf8").trim();
    notices.push(`${name} (inside ${by})\nLicence: Apache-2.0\n\n${copyright}\n\n${text}`);
  }
  return `Alcove is licensed under the Apache License 2.0 and contains the following packages.\n\n${notices.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

function readLicence(folder: string): string | undefined {
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|notice|copying)/i.test(name));
  if (names.length === 0) return undefined;
  return names.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
}
