import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** The repository's folder. */
export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));
/** The built app. */
export const DIST: string = join(ROOT, "dist");

const STAMP = join(ROOT, ".cache/build-stamp");
const ADAPTER = ["dev/model/starter/starter.adapter", "dev/model/starter/hashes.json"];
/** Everything the build depends on. */
const INPUTS = [
  "index.html",
  "vite.config.ts",
  "package-lock.json",
  "app",
  "worker",
  "dev/scripts",
  "public",
  "docs",
  ...ADAPTER,
];

/** Builds the app unless the build at hand was made from the same files. Answers whether it had to. */
export async function ensureBuilt(): Promise<boolean> {
  const inputs = hashInputs();
  const isFresh = existsSync(join(DIST, "index.html")) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === inputs;
  if (isFresh) return false;
  await build({ root: ROOT, logLevel: "warn" });
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  writeFileSync(STAMP, inputs);
  return true;
}

/** Names the build at hand by what it was made from. */
export function readBuildStamp(): string {
  return readFileSync(STAMP, "utf8");
}

function hashInputs(): string {
  const hash = createHash("sha256");
  for (const input of INPUTS) {
    const path = join(ROOT, input);
    if (!existsSync(path)) continue;
    const files = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !/\.(?:test|contract)\.tsx?$/.test(entry.name))
          .map((entry) => join(entry.parentPath, entry.name))
          .toSorted()
      : [path];
    for (const file of files) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}
