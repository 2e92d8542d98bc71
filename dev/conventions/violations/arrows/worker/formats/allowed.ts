import { target } from "../protocol/target.ts";
export const allowed = target;
