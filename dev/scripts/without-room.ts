/**
 * Says whether the rest stands without a room: `npx tsx dev/scripts/without-room.ts flows`. Copies the tree to a temporary folder,
 * takes the room and its registration out, and checks the types there; with `--tests` runs the unit tests, too,
 * but for those of pages that tell of the room.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./build-app.ts";
import { REMOVABLE_ROOMS } from "./rooms/removable-rooms.ts";
import { removeRoom } from "./rooms/remove-room.ts";

const names = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const withTests = process.argv.includes("--tests");
const known = Object.keys(REMOVABLE_ROOMS).join(", ");
if (names.length === 0) throw new Error(`Name a room: ${known}.`);

const listed = spawnSync("git", ["ls-files", "-coz", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
const paths = listed.stdout
  .split("\0")
  .filter((path) => path !== "" && path !== "node_modules" && existsSync(join(ROOT, path)));
/** Tests of pages about the code, which still tell of the room. */
const ABOUT = [
  "dev/conventions/architecture.test.ts",
  "dev/conventions/faults.test.ts",
  "dev/scripts/manual/write-behaviours.test.ts",
];

for (const name of names) {
  const room = REMOVABLE_ROOMS[name];
  if (room === undefined) throw new Error(`There is no room '${name}': ${known}.`);
  const folder = mkdtempSync(join(tmpdir(), `alcove-without-${name}-`));
  try {
    for (const path of paths) cpSync(join(ROOT, path), join(folder, path));
    symlinkSync(realpathSync(join(ROOT, "node_modules")), join(folder, "node_modules"));
    removeRoom(folder, room);
    for (const path of ABOUT) rmSync(join(folder, path));
    const isSound = run(folder, "tsc", "-b") && (!withTests || run(folder, "vitest", "run", "--project", "node"));
    console.log(`Without ${name}: ${isSound ? "sound" : "broken"}`);
    if (!isSound) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(folder: string, program: string, ...args: readonly string[]): boolean {
  const path = join(folder, "node_modules/.bin", program);
  return spawnSync(path, args, { cwd: folder, stdio: "inherit" }).status === 0;
}
