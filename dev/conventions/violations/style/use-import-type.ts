import { Target } from "./target.ts";
export type Both = Target | null;
