export * from "./target.ts";
export { target } from "./other.ts";
