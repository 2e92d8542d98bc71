import { join } from "node:path";
import { ROOT } from "../../scripts/build-app.ts";

/** A model whose file `npm run model:fetch` brings. */
export interface ModelAtHand {
  /** In the catalog, and in an address of the app. */
  readonly id: string;
  /** In the checkout it lies behind a dot, where a page is served it as it is. */
  readonly path: string;
  /** The app runs it with an adapter of ours merged in, and a wide cache. */
  readonly merged: boolean;
}

/** The models that benchmarks of speed ask for by a short name. */
export const AT_HAND: Readonly<Record<string, ModelAtHand>> = {
  starter: { id: "starter", path: "models/starter/SmolLM2-135M-Instruct.Q4_1.gguf", merged: true },
  "0.5b": {
    id: "gguf:Qwen2.5-Coder-0.5B-Instruct",
    path: "models/qwen2.5-coder-0.5b/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
    merged: false,
  },
  "1.5b": {
    id: "gguf:Qwen2.5-Coder-1.5B-Instruct",
    path: "models/qwen2.5-coder-1.5b/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    merged: false,
  },
};

/** Throws a sentence for a name that is none of theirs. */
export function findAtHand(name: string): ModelAtHand {
  const model = AT_HAND[name];
  if (model === undefined)
    throw new Error(`There is no model '${name}'; there are ${Object.keys(AT_HAND).join(", ")}.`);
  return model;
}

/** Where its file lies on this machine. */
export function toPath({ path }: Pick<ModelAtHand, "path">): string {
  return join(ROOT, `.${path}`);
}
