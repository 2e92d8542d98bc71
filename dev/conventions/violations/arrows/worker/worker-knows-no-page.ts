export { target } from "../app/target.ts";
