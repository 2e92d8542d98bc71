export { target } from "./index.ts";
