import { applyLooks, readLooks } from "../services/looks.ts";
import { toRoute } from "../state/route.ts";
import { openTextStore } from "../state/text-store.ts";

// Inlined into index.html by the build, so that the first frame already has the theme and the size of the last visit,
// and no greeting where the address asks for something else.
applyLooks(document.documentElement, readLooks(openTextStore()));
document.documentElement.dataset.route = toRoute(location.hash).type;
