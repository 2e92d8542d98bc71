#!/usr/bin/env node
/** `npx alcove check FILE…` and `npx alcove new FOLDER` */
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkFiles } from "./check-files.ts";

const USAGE = `Usage: alcove check FILE...
       alcove new FOLDER [--from=PACKAGE]

check: Checks tools (*.clad.toml, with the toolclad.toml beside them), skills (SKILL.md), knowledge (*.knowledge.md) and flows
(*.flow.toml).
Writes a line for each file, or FILE:LINE: REASON for each fault. Ends with 1 if there was one.

new: Begins a page with an agent and a tool of your own in a folder that is not there yet. PACKAGE is where npm finds this
package: a version, or the path of alcove.tgz.
`;

process.exitCode = run(process.argv.slice(2));

function run([command, ...paths]: readonly string[]): number {
  if (command === "new") return begin(paths);
  if (command !== "check" || paths.length === 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  const missing = paths.filter((path) => !existsSync(path));
  for (const path of missing) process.stderr.write(`${path}: there is no such file\n`);
  if (missing.length > 0) return 2;
  const types = paths.map((path) => join(dirname(path), "toolclad.toml")).filter((path) => existsSync(path));
  const all = [...new Set([...types.filter((path) => !paths.includes(path)), ...paths])];
  const { lines, ok } = checkFiles(
    all.map((path) => ({
      path,
      ...(basename(path) === "SKILL.md" ? { folder: basename(dirname(resolve(path))) } : {}),
      text: readFileSync(path, "utf8"),
    })),
  );
  process.stdout.write(`${lines.join("\n")}\n`);
  return ok ? 0 : 1;
}

function begin(options: readonly string[]): number {
  const [folder, ...others] = options.filter((option) => !option.startsWith("--"));
  if (folder === undefined || others.length > 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  if (existsSync(folder)) {
    process.stderr.write(`${folder}: is there already; name a folder that is not\n`);
    return 2;
  }
  const own = join(dirname(fileURLToPath(import.meta.url)), "../..");
  const { version } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
  const from = options.find((option) => option.startsWith("--from="))?.slice("--from=".length);
  cpSync(join(own, "template"), folder, { recursive: true });
  const path = join(folder, "package.json");
  const page = JSON.parse(readFileSync(path, "utf8"));
  page.name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/gu, "-");
  page.dependencies.alcove = from === undefined ? `^${version}` : existsSync(from) ? `file:${resolve(from)}` : from;
  writeFileSync(path, `${JSON.stringify(page, null, 2)}\n`);
  process.stdout.write(`${folder}: begun. In it: npm install, then npm run dev\n`);
  return 0;
}
