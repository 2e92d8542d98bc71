import type { FormatId } from "../../protocol/model.ts";
import type { Format } from "../format.ts";
import { chatml } from "./chatml.ts";
import { command } from "./command.ts";
import { compact } from "./compact.ts";
import { deepseek } from "./deepseek.ts";
import { gemma } from "./gemma.ts";
import { generic } from "./generic.ts";
import { glm } from "./glm.ts";
import { granite } from "./granite.ts";
import { kimi } from "./kimi.ts";
import { llama3 } from "./llama3.ts";
import { minimax } from "./minimax.ts";
import { mistral } from "./mistral.ts";
import { phi4 } from "./phi4.ts";
import { protocolFormat } from "./protocol-format.ts";
import { pythonic } from "./pythonic.ts";
import { qwen3Coder } from "./qwen3-coder.ts";

/** Every format by its id. */
export const FORMATS: Readonly<Record<FormatId, Format>> = {
  chatml,
  llama3,
  mistral,
  generic,
  protocol: protocolFormat,
  command,
  compact,
  "qwen3-coder": qwen3Coder,
  pythonic,
  gemma,
  deepseek,
  phi4,
  glm,
  kimi,
  minimax,
  granite,
};

/** The format of a run: its own setting, else the model's, else `chatml`. */
export function resolveFormat(setting?: FormatId, catalogEntry?: FormatId): Format {
  return FORMATS[setting ?? catalogEntry ?? "chatml"];
}
