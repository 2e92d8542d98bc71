export { target } from "../parts/target.ts";
