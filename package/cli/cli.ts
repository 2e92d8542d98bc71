#!/usr/bin/env node
/** `npx alcove check FILE…` */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { checkFiles } from "./check-files.ts";

const USAGE = `Usage: alcove check FILE...

Checks tools (*.clad.toml, with the toolclad.toml beside them), skills (SKILL.md), knowledge (*.knowledge.md) and flows
(*.flow.toml).
Writes a line for each file, or FILE:LINE: REASON for each fault. Ends with 1 if there was one.
`;

process.exitCode = run(process.argv.slice(2));

function run([command, ...paths]: readonly string[]): number {
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
