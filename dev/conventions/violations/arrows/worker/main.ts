export const main = 1;
export { allowed } from "./agent/allowed.ts";
