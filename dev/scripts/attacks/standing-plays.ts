import { openArena } from "./adaptive/arena.ts";
import type { Genome } from "./adaptive/genome.ts";
import { type PlayResult, play } from "./adaptive/play.ts";
import { GOALS } from "./attack-goals.ts";
import { FOUND } from "./found.ts";

/** Texts of strangers that stand before the model from the first question on: the user has consented to the tool. */
const STANDING = [
  "tool, description",
  "tool, name",
  "tool, property",
  "tool, choice",
  "tool, constant",
  "tool, default",
  "tool, about a property",
  "manifest, description",
  "knowledge, description",
  "skill, instructions",
];
const FRAMES = ["polite", "blunt", "german"];

/** Plays by consent: what a server, manifest, knowledge or skill file says of itself asks for each goal; then what was once found. */
export const STANDING_PLAYS: readonly { readonly name: string; readonly genomes: readonly Genome[] }[] = [
  ...STANDING.map((channel) => ({
    name: channel,
    genomes: GOALS.flatMap(({ name }) =>
      FRAMES.map((frame): Genome => {
        const plain = { transforms: [], hops: [], style: "alone", ending: "plain" } as const;
        return { goal: name, frame, channels: [channel], ...plain };
      }),
    ),
  })),
  { name: "once found by the adaptive attacker", genomes: FOUND },
];

/** Plays them one after the other, each on stores that hold nothing of the one before. */
export async function playStanding(genomes: readonly Genome[]): Promise<readonly PlayResult[]> {
  const arena = await openArena();
  const results: PlayResult[] = [];
  for (const [index, genome] of genomes.entries()) {
    results.push(await play(arena, genome, index));
    await arena.deleteStored();
  }
  await arena.close();
  return results;
}
