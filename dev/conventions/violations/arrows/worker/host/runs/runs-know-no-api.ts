export { target } from "../api/target.ts";
