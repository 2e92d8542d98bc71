import { one } from "./no-circles.ts";
export const other = () => one;
