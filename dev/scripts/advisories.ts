// Looks up every package of package-lock.json in a database of advisories, without a network:
// `npx tsx dev/scripts/advisories.ts FOLDER`, which holds records of OSV (https://ossf.github.io/osv-schema/) as JSON, in any depth.
// Prints each hit and how old the newest record is; exits 1 on a hit, 2 where the folder holds no record of npm. docs/SECURITY.md says where records come from.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./build-app.ts";
import { findHits, type OsvRecord, readLocked } from "./find-advisories.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Name a folder of OSV records: see docs/SECURITY.md.");
  process.exit(2);
}
const records = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".json"))
  .map((path) => JSON.parse(readFileSync(join(folder, path), "utf8")) as OsvRecord)
  .filter(({ affected = [] }) => affected.some(({ package: named }) => named?.ecosystem === "npm"));
const locked = readLocked(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
const hits = findHits(records, locked);
for (const { id, name, version, summary } of hits) console.log(`${name} ${version}: ${id} ${summary}`);
const newest = records
  .map(({ modified }) => modified)
  .sort()
  .at(-1);
console.log(
  `${locked.length} packages, ${records.length} records of npm, the newest of ${newest ?? "no day"}, ${hits.length} hits`,
);
process.exitCode = records.length === 0 ? 2 : hits.length > 0 ? 1 : 0;
