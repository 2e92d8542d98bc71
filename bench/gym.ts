import { measureOnPage } from "./gym/page-gym.ts";
import { measureStarter } from "./gym/starter-gym.ts";

/**
 * Measures tool calls: with `--engine=<id>` of a model on the app's page, over its hundred cases; else of the starter in
 * all its ways, over three hundred cases of which half are sealed.
 */
export async function benchGym(options: readonly string[]): Promise<void> {
  const isOnPage = options.some((option) => option.startsWith("--engine="));
  await (isOnPage ? measureOnPage(options) : measureStarter(options));
}
