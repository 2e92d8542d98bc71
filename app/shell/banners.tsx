import { useAppState } from "../state/use-app.ts";
import { loadLater } from "../ui/load-later.tsx";

const BannerList = loadLater(() => import("./banner-list.tsx").then((m) => m.BannerList));

/** Banners of the whole app: a newer version, and faults that belong to no answer. */
export function Banners() {
  const banners = useBanners();
  return Object.values(banners).some(Boolean) ? <BannerList {...banners} /> : null;
}

export type BannersShown = ReturnType<typeof useBanners>;

function useBanners() {
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
