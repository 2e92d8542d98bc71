import type { MemoryPort } from "../agent/memory-port.ts";
import type { Tool } from "../agent/tool.ts";
import { add } from "./add.ts";
import { calculate } from "./calculate.ts";
import { convertUnits } from "./convert-units.ts";
import { currentTime } from "./current-time.ts";
import { dateMath } from "./date-math.ts";
import { divide } from "./divide.ts";
import { createKomSearchMemory } from "./kom-search-memory.ts";
import { createKomUpsertMemory } from "./kom-upsert-memory.ts";
import { createMemoryRead } from "./memory-read.ts";
import { createMemorySearch } from "./memory-search.ts";
import { createMemoryWrite } from "./memory-write.ts";
import { multiply } from "./multiply.ts";
import { setLight } from "./set-light.ts";
import { sqrt } from "./sqrt.ts";
import { stringLength } from "./string-length.ts";
import { subtract } from "./subtract.ts";

/** What the built-in tools work with. */
export interface ToolDeps {
  readonly memory: MemoryPort;
}

/** Every built-in tool: one file and one line each. */
export function createTools({ memory }: ToolDeps) {
  return {
    calculate,
    currentTime,
    dateMath,
    convertUnits,
    stringLength,
    add,
    subtract,
    multiply,
    divide,
    sqrt,
    memoryWrite: createMemoryWrite(memory),
    memorySearch: createMemorySearch(memory),
    memoryRead: createMemoryRead(memory),
    setLight,
    komSearchMemory: createKomSearchMemory(memory),
    komUpsertMemory: createKomUpsertMemory(memory),
  } satisfies Record<string, Tool>;
}
