import { FILE_TARGETS } from "./file-targets.ts";
import type { FuzzTarget } from "./fuzz-target.ts";
import { MODEL_TARGETS } from "./model-targets.ts";

/** Every reader of foreign bytes. */
export const FUZZ_TARGETS: readonly FuzzTarget[] = [...MODEL_TARGETS, ...FILE_TARGETS];
