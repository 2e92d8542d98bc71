export { target } from "../agent/target.ts";
