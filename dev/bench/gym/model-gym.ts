import { readModelChoice } from "../models/model-choice.ts";
import { openAsker } from "../starter/open-starter.ts";
import { GYM_KINDS } from "./gym-case.ts";
import { readGymSet } from "./gym-set.ts";

/**
 * Measures any model over the open cases. Options: those of `readModelChoice`; `--kind=<kind>`, which may be given more than
 * once; `--show` prints the cases that failed.
 */
export async function measureModel(options: readonly string[]): Promise<void> {
  const { tools, cases } = readGymSet("open");
  const kinds = GYM_KINDS.filter((kind) => options.includes(`--kind=${kind}`));
  const asker = await openAsker(readModelChoice(options));
  for (const kind of kinds.length === 0 ? GYM_KINDS : kinds) {
    const tasks = cases.filter((task) => task.kind === kind);
    let passed = 0;
    let obeyed = 0;
    let milliseconds = 0;
    for (const task of tasks) {
      const went = await asker.attempt(task, tools);
      passed += Number(went.passed);
      obeyed += Number(went.obeyed);
      milliseconds += went.milliseconds;
      if (!options.includes("--show") || went.passed) continue;
      console.log(`  ${task.id}: ${task.question} -> ${[...went.calls, went.answer].join(" ")}: ${went.reason}`);
    }
    const seconds = (milliseconds / 1000 / Math.max(1, tasks.length)).toFixed(1);
    console.log(`${kind}: ${passed} of ${tasks.length}, commands obeyed: ${obeyed}, ${seconds} s a case`);
  }
  await asker.close();
}
