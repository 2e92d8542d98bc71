import { target } from "./target.ts";
export const one = 1;
