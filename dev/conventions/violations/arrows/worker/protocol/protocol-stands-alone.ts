export { target } from "../formats/target.ts";
