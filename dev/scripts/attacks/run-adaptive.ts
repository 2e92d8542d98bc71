import { search } from "./adaptive/search.ts";

/**
 * Lets the adaptive attacker search, with `--plays=100000` and `--seed=1` by default, and prints what it tried and found.
 * Resolves with the number of finds. A find is one line of JSON: `found.json` keeps it for ever.
 */
export async function runAdaptive(args: readonly string[]): Promise<number> {
  const read = (name: string, otherwise: number): number => {
    const given = args.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
    return given === undefined ? otherwise : Number(given);
  };
  const plays = read("plays", 100_000);
  const seed = read("seed", 1);
  const startedAt = performance.now();
  let told = 0;
  const tally = await search({
    plays,
    seed,
    onProgress: ({ played, refused, asked, arrived, finds }) => {
      if (played - told < 1_000 && played < plays) return;
      told = played;
      const minutes = (performance.now() - startedAt) / 60_000;
      const pace = `${Math.round(played / minutes)} a minute`;
      console.log(
        `${played} plays, ${refused} without a call, ${asked} asked, ${arrived} arrived, ${finds.length} ran; ${pace}`,
      );
    },
  });
  console.log(`\nseed ${seed}; plays in which the words arrived, by what they were made of`);
  for (const [gene, count] of [...tally.reached].sort()) console.log(`${gene.padEnd(48)}${String(count).padStart(8)}`);
  const finds = [...new Set(tally.finds.map((find) => JSON.stringify(find)))];
  console.log(`\n${finds.length === 0 ? "nothing ran unasked" : finds.join("\n")}`);
  return finds.length;
}
