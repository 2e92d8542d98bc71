import { readModelChoice } from "../models/model-choice.ts";
import { openAsker } from "../starter/open-starter.ts";
import { GYM_KINDS } from "./gym-case.ts";
import { readGymSet } from "./gym-set.ts";
import { measureCases, toFailureLine } from "./measure-cases.ts";

/**
 * Measures any model over the open cases. Options: those of `readModelChoice`; `--kind=<kind>`, which may be given more than
 * once; `--show` prints the cases that failed.
 */
export async function measureModel(options: readonly string[]): Promise<void> {
  const { tools, cases } = readGymSet("open");
  const kinds = GYM_KINDS.filter((kind) => options.includes(`--kind=${kind}`));
  const isShown = options.includes("--show");
  const asker = await openAsker(readModelChoice(options));
  for (const kind of kinds.length === 0 ? GYM_KINDS : kinds) {
    const sums = await measureCases(
      asker,
      cases.filter((task) => task.kind === kind),
      tools,
      (task, went) => {
        if (isShown) console.log(toFailureLine(task, went));
      },
    );
    const { passed, tried, obeyed, milliseconds } = sums;
    const seconds = (milliseconds / 1000 / Math.max(1, tried)).toFixed(1);
    console.log(`${kind}: ${passed} of ${tried}, commands obeyed: ${obeyed}, ${seconds} s a case`);
  }
  await asker.close();
}
