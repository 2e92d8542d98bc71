import type { StartOptions } from "../../worker/protocol/api/agent-api.ts";
import type { EngineId } from "../../worker/protocol/model.ts";

const ENGINES: readonly EngineId[] = ["webllm", "wllama", "scripted", "remote"];

/** Reads the wishes of an address: `?engine=webllm`, `?model=starter`. Unknown engines are passed over. */
export function readStartOptions(search: string): StartOptions {
  const query = new URLSearchParams(search);
  const engine = ENGINES.find((each) => each === query.get("engine"));
  const modelId = query.get("model");
  return {
    ...(engine === undefined ? {} : { engine }),
    ...(modelId === null || modelId === "" ? {} : { modelId }),
  };
}
