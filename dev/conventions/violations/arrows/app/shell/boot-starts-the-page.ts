export { target } from "../boot/target.ts";
