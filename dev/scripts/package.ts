/**
 * Builds, checks and packs the package `alcove`: `npm run package`. The report of its interface is kept in
 * `docs/package/api.md`; with `--update` it is written anew, otherwise a difference is a fault.
 */

import { buildPackage } from "./package/build-package.ts";
import { checkPackage } from "./package/check-package.ts";
import { packPackage } from "./package/pack-package.ts";

await buildPackage();
const faults = await checkPackage({ update: process.argv.includes("--update") });
for (const fault of faults) console.error(fault);
console.log(`${await packPackage()}\n${faults.length === 0 ? "The package is in order." : `${faults.length} faults.`}`);
process.exitCode = faults.length === 0 ? 0 : 1;
