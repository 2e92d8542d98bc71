import type { FullSampling } from "../../../worker/protocol/model.ts";
import type { MessageKey } from "../../messages/catalogue.ts";

interface SamplingRow {
  readonly name: keyof FullSampling;
  readonly label: MessageKey;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** The user's settings of how a model's tokens are chosen, for all models or for one. */
export const SAMPLING_ROWS: readonly SamplingRow[] = [
  { name: "temperature", label: "settings.temperature", min: 0, max: 2, step: 0.05 },
  { name: "topP", label: "settings.top-p", min: 0, max: 1, step: 0.05 },
  { name: "topK", label: "settings.top-k", min: 0, max: 1000, step: 1 },
  { name: "minP", label: "settings.min-p", min: 0, max: 1, step: 0.01 },
  { name: "repetitionPenalty", label: "settings.repetition", min: 0.5, max: 2, step: 0.05 },
  { name: "presencePenalty", label: "settings.presence", min: -2, max: 2, step: 0.1 },
  { name: "frequencyPenalty", label: "settings.frequency", min: -2, max: 2, step: 0.1 },
];
