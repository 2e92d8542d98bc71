export { target } from "../engines/target.ts";
