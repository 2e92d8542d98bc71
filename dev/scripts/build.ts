/** Builds the app into `dist/`, if anything changed since the last time: `npm run build`. */
import { ensureBuilt } from "./build-app.ts";

console.log((await ensureBuilt()) ? "Built dist/." : "dist/ is up to date.");
