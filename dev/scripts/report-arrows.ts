/** Says which imports the house rules forbid; ends with 1 if there is any. */
import { ROOT } from "./build-app.ts";
import { checkArrows } from "./check-arrows.ts";

const FOLDERS = ["app", "worker", "package", "dev", "e2e", "vite.config.ts", "vitest.config.ts"];

/** The app alone has more files than this; fewer means that the compiler at hand hid them from the check. */
const MIN_MODULES = 100;

const { modules, violations } = await checkArrows(ROOT, FOLDERS);
for (const { rule, from, to, comment } of violations) console.log(`${rule}: ${from} -> ${to}\n  ${comment}`);
console.log(`${modules} modules, ${violations.length} violations`);
if (modules < MIN_MODULES) {
  console.log(`Only ${modules} modules were read, so this says nothing. Is the TypeScript version supported?`);
}
process.exitCode = modules < MIN_MODULES || violations.length > 0 ? 1 : 0;
