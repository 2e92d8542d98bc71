export { target } from "../../parts/target.ts";
export { target as own } from "./target.ts";
