import { measureModel } from "./gym/model-gym.ts";
import { measureOnPage } from "./gym/page-gym.ts";
import { measureStarter } from "./gym/starter-gym.ts";

/**
 * Measures tool calls: with `--engine=<id>` of a model on the app's page, over its hundred cases; with `--model=FILE.gguf` of
 * that file, over the open cases; else of the starter in all its ways, over three hundred cases of which half are sealed.
 */
export async function benchGym(options: readonly string[]): Promise<void> {
  const has = (name: string): boolean => options.some((option) => option.startsWith(`--${name}=`));
  const measure = has("engine") ? measureOnPage : has("model") ? measureModel : measureStarter;
  await measure(options);
}
