import { allowed } from "../formats/allowed.ts";
export const used = allowed;
