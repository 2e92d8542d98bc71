import { describe, expect, test } from "vitest";
import { spliceFunctions } from "./splice-functions.ts";
import { joinBytes, SECTION, type Section, writeNumber, writeSections } from "./wasm-binary.ts";

const I32 = 0x7f;
const NUMBER_TO_NUMBER = Uint8Array.of(0x60, 1, I32, 1, I32);
/** `local.get 0; i32.const 2; i32.mul`, and `local.get 0; call 0`. */
const DOUBLE = Uint8Array.of(0, 0x20, 0, 0x41, 2, 0x6c, 0x0b);
const CALL_FIRST = Uint8Array.of(0, 0x20, 0, 0x10, 0, 0x0b);

/** A module of two functions: `double`, which is function 0, and one that calls it and is exported. */
const MODULE = writeSections([
  section(SECTION.types, list(NUMBER_TO_NUMBER)),
  section(SECTION.functions, list(writeNumber(0), writeNumber(0))),
  section(SECTION.exports, list(exported("run", 1))),
  section(SECTION.code, list(sized(DOUBLE), sized(CALL_FIRST))),
]);

describe("functions put into a finished module", () => {
  test("run in the place of those with their names, can call what they replace, and are exported", async () => {
    const spliced = spliceFunctions(MODULE, toObject({}), (name) => (name === "double" ? 0 : 9));
    const { run, "kernel:double": own } = await instantiate(spliced);
    // Twice what was before, and one more, by a function of the object's own.
    expect([run?.(5), own?.(5)]).toEqual([21, 21]);
    expect((await instantiate(MODULE)).run?.(5)).toBe(10);
  });

  test("are refused where the module has another type for the name", () => {
    const object = toObject({ type: Uint8Array.of(0x60, 2, I32, I32, 1, I32) });
    expect(() => spliceFunctions(MODULE, object, () => 0)).toThrow("'double' has another type");
  });

  test("are refused with data, and with relocations that are not known", () => {
    expect(() => spliceFunctions(MODULE, toObject({ symbolKind: 1 }), () => 0)).toThrow("has data");
    expect(() => spliceFunctions(MODULE, toObject({ relocation: 4 }), () => 0)).toThrow("relocation of kind 4");
  });
});

/** An object file as clang writes it: `double` calls `before_double` twice, then `next` of its own, which adds one. */
function toObject({ type = NUMBER_TO_NUMBER, symbolKind = 0, relocation = 0 }): Uint8Array {
  const call = Uint8Array.of(0x10, 0x80, 0x80, 0x80, 0x80, 0);
  const double = joinBytes(Uint8Array.of(0, 0x20, 0), call, call, call, Uint8Array.of(0x0b));
  const next = Uint8Array.of(0, 0x20, 0, 0x41, 1, 0x6a, 0x0b);
  // The first body begins behind the count and its own length.
  const [first, step] = [2 + 3 + 1, 6];
  const relocations = [0, 0, 1].map((symbol, index) =>
    joinBytes(Uint8Array.of(relocation), writeNumber(first + step * index), writeNumber(symbol)),
  );
  const symbols = list(
    joinBytes(Uint8Array.of(symbolKind, 0x10), writeNumber(0)),
    joinBytes(Uint8Array.of(0, 0), writeNumber(2), named("next")),
  );
  return writeSections([
    section(SECTION.types, list(NUMBER_TO_NUMBER, type)),
    section(SECTION.imports, list(joinBytes(named("env"), named("before_double"), Uint8Array.of(0, 0)))),
    section(SECTION.functions, list(writeNumber(type === NUMBER_TO_NUMBER ? 0 : 1), writeNumber(0))),
    section(SECTION.exports, list(exported("double", 1))),
    section(SECTION.code, list(sized(double), sized(next))),
    section(SECTION.custom, joinBytes(named("linking"), writeNumber(2), Uint8Array.of(8), sized(symbols))),
    section(SECTION.custom, joinBytes(named("reloc.CODE"), writeNumber(4), list(...relocations))),
  ]);
}

async function instantiate(
  bytes: Uint8Array<ArrayBufferLike>,
): Promise<Record<string, ((value: number) => number) | undefined>> {
  const { instance } = await WebAssembly.instantiate(new Uint8Array(bytes));
  return instance.exports as Record<string, (value: number) => number>;
}

function section(id: number, content: Uint8Array): Section {
  return { id, content };
}

function list(...items: readonly Uint8Array[]): Uint8Array {
  return joinBytes(writeNumber(items.length), ...items);
}

function sized(bytes: Uint8Array): Uint8Array {
  return joinBytes(writeNumber(bytes.length), bytes);
}

function named(name: string): Uint8Array {
  return sized(new TextEncoder().encode(name));
}

function exported(name: string, index: number): Uint8Array {
  return joinBytes(named(name), Uint8Array.of(0), writeNumber(index));
}
