import { useAppState } from "../state/use-app.ts";

export type BannersShown = ReturnType<typeof useBanners>;

/** Whatever there is a banner for. */
export function useBanners() {
  const storageFailure = useAppState((state) => state.storage?.failure ?? null);
  // A storage failure at the start arrives twice: as the storage's state, and as an event.
  const failure = useAppState((state) => (state.failure?.code === storageFailure?.code ? null : state.failure));
  const model = useAppState((state) => state.modelState);
  const isLost = model.type === "failed" && (model.fallback !== undefined || model.failure.code === "load-unfinished");
  const loss = isLost ? model : null;
  const download = useAppState((state) => state.download);
  const refused = useAppState((state) => state.refusedModel);
  const hasUpdate = useAppState((state) => state.applyUpdate !== null);
  return { failure, storageFailure, hasUpdate, loss, download, refused };
}
