export type { target } from "../worker/agent/target.ts";
