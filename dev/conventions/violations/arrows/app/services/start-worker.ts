// start-worker-starts-main
export { compose } from "../../worker/compose.ts";
