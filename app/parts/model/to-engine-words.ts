import type { EngineChoice } from "../../../worker/protocol/model.ts";
import type { MessageKey } from "../../messages/catalogue.ts";

/** Where a model runs, in the user's language; the choice's own reason is for logs. */
export function toEngineWords({ engine, onGpu }: EngineChoice): MessageKey {
  switch (engine) {
    case "webllm":
      return "plan.cause.gpu";
    case "wllama":
      return onGpu === true ? "plan.cause.llama-gpu" : "plan.on-processor";
    case "remote":
      return "plan.cause.server";
    case "builtin":
      return "plan.cause.browser";
    default:
      return "plan.cause.script";
  }
}
