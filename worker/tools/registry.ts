import type { Tool } from "../agent/define/tool.ts";
import type { MemoryPort } from "../agent/ports/memory-port.ts";
import { add } from "./arithmetic/add.ts";
import { calculate } from "./arithmetic/calculate.ts";
import { divide } from "./arithmetic/divide.ts";
import { multiply } from "./arithmetic/multiply.ts";
import { sqrt } from "./arithmetic/sqrt.ts";
import { subtract } from "./arithmetic/subtract.ts";
import { currentTime } from "./dates/current-time.ts";
import { dateMath } from "./dates/date-math.ts";
import { setLight } from "./home/set-light.ts";
import { createKomSearchMemory } from "./memory/kom-search-memory.ts";
import { createKomUpsertMemory } from "./memory/kom-upsert-memory.ts";
import { createMemoryRead } from "./memory/memory-read.ts";
import { createMemorySearch } from "./memory/memory-search.ts";
import { createMemoryWrite } from "./memory/memory-write.ts";
import { stringLength } from "./text/string-length.ts";
import { convertUnits } from "./units/convert-units.ts";

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
