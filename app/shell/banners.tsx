import { loadLater } from "../ui/load-later.tsx";
import { useBanners } from "./use-banners.ts";

const BannerList = loadLater(() => import("./banner-list.tsx").then((m) => m.BannerList));

/** Banners of the whole app: a newer version, and faults that belong to no answer. */
export function Banners() {
  const banners = useBanners();
  return Object.values(banners).some(Boolean) ? <BannerList {...banners} /> : null;
}
