export { target } from "../store/target.ts";
