export { target } from "../host/api/target.ts";
