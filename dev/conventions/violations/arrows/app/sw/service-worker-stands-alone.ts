export { target } from "../../worker/protocol/target.ts";
