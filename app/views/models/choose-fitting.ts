import type { DeviceReport } from "../../../worker/protocol/device-plan.ts";
import type { ModelEntry } from "../../../worker/protocol/model.ts";

/** Cards of models that suit the device, the recommended one included. */
const MAX_FITTING = 3;

/** The models that are shown at once: those in use here, then those that suit the device; and the rest, in its order. */
export function chooseFitting(
  models: readonly ModelEntry[],
  device: DeviceReport | null,
): { readonly fitting: readonly ModelEntry[]; readonly rest: readonly ModelEntry[] } {
  const isHere = (model: ModelEntry): boolean =>
    model.host !== undefined || model.stored === true || model.partialBytes !== undefined || model.note === "imported";
  const suits = (model: ModelEntry): boolean => {
    const plan = device?.plans.find(({ modelId }) => modelId === model.id);
    return plan !== undefined && (plan.verdict === "fits" || plan.verdict === "processor") && plan.limit === "none";
  };
  // Without a report nothing is known but what is here and what comes with the app.
  const first = models.filter((model) => isHere(model) || (device === null && model.local));
  const best = models.filter((model) => model.id === device?.recommendation.modelId || model.local);
  const suiting = models.filter(suits).reverse();
  const chosen = new Set([...first, ...[...new Set([...best, ...suiting])].slice(0, MAX_FITTING)]);
  return { fitting: models.filter((model) => chosen.has(model)), rest: models.filter((model) => !chosen.has(model)) };
}
