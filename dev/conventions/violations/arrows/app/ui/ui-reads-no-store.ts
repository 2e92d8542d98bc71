export { store } from "../state/target.ts";
