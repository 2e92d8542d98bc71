export { target } from "../chat/target.ts";
