export { target } from "../dialects/target.ts";
