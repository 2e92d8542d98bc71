import type { DeviceReport } from "../../../worker/protocol/device-plan.ts";
import type { ModelEntry } from "../../../worker/protocol/model.ts";

/** Cards of models that suit the device, beside the recommended one, which has its own. */
const MAX_FITTING = 2;

/** The models that are shown at once: those whose files are here, and some that suit the device; and the rest. */
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
  const others = models.filter((model) => model.id !== device?.recommendation.modelId && suits(model));
  // The starter first, then the strongest, which come last in the list.
  const suiting = [...others.filter(({ local }) => local), ...others.filter(({ local }) => !local).reverse()];
  const chosen = new Set([...first, ...suiting.slice(0, MAX_FITTING)]);
  return { fitting: models.filter((model) => chosen.has(model)), rest: models.filter((model) => !chosen.has(model)) };
}
