export { target } from "../flows/target.ts";
