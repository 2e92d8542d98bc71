import { sealGymSet } from "./gym/gym-set.ts";

/** Makes a file of cases, as `gym/open-cases.json` is written, the gym's sealed half: `npm run bench -- seal <file>`. */
export async function benchSeal([path = ""]: readonly string[]): Promise<void> {
  const { cases, tools } = sealGymSet(path);
  console.log(`${cases.length} cases and ${tools.length} tools are sealed.`);
}
