import type { ModelLibrary } from "../../agent/ports/model-library.ts";
import type { EngineChoice, EngineId, ModelEntry } from "../../protocol/model.ts";
import type { SharedModelDeps } from "./seat.ts";
import { SharedModel } from "./shared-model.ts";

/** Runs opened for a replay are known to their own tab alone; a server's model has no engine here. */
const ALONE = /^replay:/;
const SHARED: ReadonlySet<EngineId> = new Set(["webllm", "wllama", "scripted"]);

/** The same models, with one engine for each in all tabs together instead of one in each tab. */
export function shareEngines(library: ModelLibrary, deps: Pick<SharedModelDeps, "link" | "toTemplate">): ModelLibrary {
  return {
    ...library,
    load: (entry, choice, onProgress, signal) =>
      ALONE.test(entry.id) || !SHARED.has(choice.engine)
        ? library.load(entry, choice, onProgress, signal)
        : SharedModel.load(
            {
              ...deps,
              key: toEngineKey(entry, choice),
              load: (report, stop) => library.load(entry, choice, report, stop),
            },
            onProgress,
            signal,
          ),
  };
}

function toEngineKey({ id }: ModelEntry, { engine, onGpu }: EngineChoice): string {
  return `${engine}${onGpu === true ? " on the GPU" : ""} ${id}`;
}
