// The kill tests at full size: `npm run soak [-- rounds]`. A fresh seed each time; it is printed, so that a failure can
// be run again with KILL_SEED.
import { spawnSync } from "node:child_process";

const rounds = process.argv[2] ?? "300";
const seed = process.env.KILL_SEED ?? String(Date.now() % 1_000_000_007);
console.log(`${rounds} kills, seed ${seed}`);
const { status } = spawnSync("npx", ["playwright", "test", "storage-kill", "storage-tabs"], {
  stdio: "inherit",
  env: { ...process.env, KILL_ROUNDS: rounds, KILL_SEED: seed, TAB_ROUNDS: "500" },
});
process.exit(status ?? 1);
