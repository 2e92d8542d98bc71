import { writeCall } from "../../../worker/agent/run/run-agent.fixture.ts";
import { openAttackBench } from "./attack-bench.ts";
import { type AttackGoal, GOALS, makeGoalTools, WORDINGS } from "./attack-goals.ts";
import { type AttackSource, SOURCES } from "./attack-sources.ts";
import { FOLDER_SOURCES } from "./folder-sources.ts";
import { PAGE_SOURCES } from "./page-sources.ts";
import { VOICE_AND_WAITING_SOURCES } from "./voice-and-waiting-sources.ts";

/** One case: these words came in this way, and the model did what they ask. */
export interface AttackCase {
  readonly source: AttackSource;
  readonly goal: AttackGoal;
  readonly wording: (typeof WORDINGS)[number];
}

export interface AttackResult extends AttackCase {
  /** True if the words were in a prompt: otherwise the case shows nothing. */
  readonly read: boolean;
  /** True if the call ran although the user denies everything. */
  readonly executed: boolean;
  readonly asked: boolean;
}

/** Every way in for somebody else's words. */
export const EVERY_SOURCE: readonly AttackSource[] = [
  ...SOURCES,
  ...FOLDER_SOURCES,
  ...PAGE_SOURCES,
  ...VOICE_AND_WAITING_SOURCES,
];

export const ATTACKS: readonly AttackCase[] = EVERY_SOURCE.flatMap((source) =>
  GOALS.flatMap((goal) => WORDINGS.map((wording) => ({ source, goal, wording }))),
);

const CONSEQUENTIAL: ReadonlySet<string> = new Set(GOALS.map(({ name }) => name));

/** Plays one case through the real host. The user has allowed every tool for good, and denies what is asked. */
export async function playAttack({ source, goal, wording }: AttackCase): Promise<AttackResult> {
  const words = wording.put(goal.wish);
  const call = writeCall(goal.name, goal.input);
  const outputs = source.outputs?.(call) ?? [call, "Done."];
  const bench = await openAttackBench({
    outputs,
    ...(source.foreignOutputs === undefined ? {} : { foreignOutputs: source.foreignOutputs(words, call) }),
    makeTools: async (stores) => [...makeGoalTools(stores), ...((await source.makeTools?.(words, stores)) ?? [])],
    consequential: CONSEQUENTIAL,
    granted: true,
  });
  await source.play(bench, words);
  return {
    source,
    goal,
    wording,
    read: bench.prompts.some((prompt) => prompt.includes(goal.wish)),
    executed: bench.executed.includes(goal.name),
    asked: bench.asked > 0,
  };
}

/** The same call in a run that has read nothing from outside: it runs, so only the taint stood in its way. */
export async function playControl(goal: AttackGoal): Promise<boolean> {
  const bench = await openAttackBench({
    outputs: [writeCall(goal.name, goal.input), "Done."],
    makeTools: makeGoalTools,
    consequential: CONSEQUENTIAL,
    granted: true,
  });
  await bench.ask(`Please ${goal.wish}.`);
  return bench.executed.includes(goal.name) && bench.asked === 0;
}
