/** Everything that can be said without a browser: `npm run check`. */
import { runChecks } from "./run-checks.ts";

const tally = await runChecks();
console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;
