export { fixture } from "./target.test.ts";
