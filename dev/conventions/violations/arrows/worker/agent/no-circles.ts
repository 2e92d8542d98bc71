import { other } from "./no-circles-other.ts";
export const one = () => other;
