import { execFileSync } from "node:child_process";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../build-app.ts";
import { PACKAGE_DIST } from "./build-package.ts";

/** Packs the built package as a registry would get it, and answers where the file lies. */
export async function packPackage(): Promise<string> {
  const folder = join(ROOT, ".cache");
  const written = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: PACKAGE_DIST,
    encoding: "utf8",
  }).trim();
  const file = join(folder, "alcove.tgz");
  renameSync(join(folder, written.split("\n").at(-1) ?? ""), file);
  return file;
}
