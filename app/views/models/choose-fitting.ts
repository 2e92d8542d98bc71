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
  // Without a report nothing is known but what is here and what comes with the app.
  const first = models.filter((model) => isHere(model) || (device === null && model.local));
  const { modelId, runnersUp = [] } = device?.recommendation ?? {};
  const starter = models.filter(({ id, local }) => local && id !== modelId && suits(id, device));
  const others = runnersUp.flatMap((id) => models.filter((model) => model.id === id && !model.local));
  const chosen = new Set([...first, ...[...starter, ...others].slice(0, MAX_FITTING)]);
  return { fitting: models.filter((model) => chosen.has(model)), rest: models.filter((model) => !chosen.has(model)) };
}

function suits(modelId: string, device: DeviceReport | null): boolean {
  const plan = device?.plans.find((each) => each.modelId === modelId);
  return plan !== undefined && (plan.verdict === "fits" || plan.verdict === "processor") && plan.limit === "none";
}

/** Models of the same family together, in the order of the list; those without one each alone. */
export function groupByFamily(
  models: readonly ModelEntry[],
): readonly { readonly family: string; readonly models: readonly ModelEntry[] }[] {
  const groups = new Map<string, readonly ModelEntry[]>();
  for (const model of models) {
    const family = model.family ?? model.title;
    groups.set(family, [...(groups.get(family) ?? []), model]);
  }
  const bySize = (left: ModelEntry, right: ModelEntry): number =>
    (left.downloadBytes ?? 0) - (right.downloadBytes ?? 0);
  return [...groups].map(([family, members]) => ({ family, models: members.toSorted(bySize) }));
}
