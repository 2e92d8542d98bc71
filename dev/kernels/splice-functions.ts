import {
  joinBytes,
  readSections,
  SECTION,
  type Section,
  WasmReader,
  writeNumber,
  writeSections,
} from "./wasm-binary.ts";

const ORIGINAL = "before_";
/** Precedes the name of each replaced function, by which the new module exports it as well. */
const EXPORTED = "kernel:";
/** Kinds of relocations that an object file without data has: a function's index, and the global of the stack's end. */
const [FUNCTION_INDEX, GLOBAL_INDEX] = [0, 7] as const;
/** The global that emscripten's linker puts first: the stack's end. */
const STACK_GLOBAL = 0;
/** Relocated numbers have five bytes, whatever they are. */
const WIDTH = 5;

/**
 * The module with functions of its own replaced by those that an object file of clang's exports under their names; what else
 * the object has is added behind. What it imports is found in the module by `indexOf`; `before_NAME` is what NAME was. No
 * index moves, so nothing else of the module is touched. Throws where a name or a type does not fit, and for an object with
 * data or with relocations of another kind.
 */
export function spliceFunctions(
  module: Uint8Array,
  object: Uint8Array,
  indexOf: (name: string) => number,
): Uint8Array<ArrayBuffer> {
  const [into, from] = [readParts(module), readParts(object)];
  const [allTypes, functions, code] = [[...into.types], [...into.functions], [...into.code]];
  const types = from.types.map((type) => {
    const known = allTypes.findIndex((each) => Buffer.compare(each, type) === 0);
    return known === -1 ? allTypes.push(type) - 1 : known;
  });
  const append = (type: number | undefined, body: Uint8Array): number => {
    if (type === undefined) throw new Error("A function has no type.");
    functions.push(type);
    code.push(body);
    return into.imports.length + functions.length - 1;
  };

  const places = from.imports.map((name) => {
    if (!name.startsWith(ORIGINAL)) return indexOf(name);
    const index = indexOf(name.slice(ORIGINAL.length)) - into.imports.length;
    return append(functions[index], code[index] ?? new Uint8Array());
  });
  for (const [own, typeIndex] of from.functions.entries()) {
    const [type, name] = [types[typeIndex], from.exports.get(from.imports.length + own)];
    if (name === undefined) places.push(append(type, new Uint8Array()));
    else if (functions[indexOf(name) - into.imports.length] === type) places.push(indexOf(name));
    else throw new Error(`The module's '${name}' has another type.`);
  }
  for (const [own, body] of relocate(from, places).entries()) {
    code[(places[from.imports.length + own] ?? 0) - into.imports.length] = body;
  }
  const own = [...from.exports].map(([index, name]) => [`${EXPORTED}${name}`, places[index] ?? 0] as const);
  return writeSections(
    into.sections.map(({ id, content }) => {
      if (id === SECTION.types) return { id, content: joinBytes(writeNumber(allTypes.length), ...allTypes) };
      if (id === SECTION.functions)
        return { id, content: joinBytes(...[functions.length, ...functions].map((each) => writeNumber(each))) };
      if (id === SECTION.exports) return { id, content: addExports(content, own) };
      if (id !== SECTION.code) return { id, content };
      return {
        id,
        content: joinBytes(writeNumber(code.length), ...code.flatMap((body) => [writeNumber(body.length), body])),
      };
    }),
  );
}

function addExports(content: Uint8Array, added: readonly (readonly [string, number])[]): Uint8Array {
  const reader = new WasmReader(content);
  const count = reader.number();
  const entries = added.flatMap(([name, index]) => {
    const text = new TextEncoder().encode(name);
    return [writeNumber(text.length), text, Uint8Array.of(0), writeNumber(index)];
  });
  return joinBytes(writeNumber(count + added.length), content.subarray(reader.at), ...entries);
}

interface Parts {
  readonly sections: readonly Section[];
  readonly types: readonly Uint8Array[];
  /** Names of imported functions. */
  readonly imports: readonly string[];
  /** The index of each own function's type. */
  readonly functions: readonly number[];
  /** Names of exported functions by their index. */
  readonly exports: ReadonlyMap<number, string>;
  readonly code: readonly Uint8Array[];
}

function readParts(bytes: Uint8Array): Parts {
  const sections = readSections(bytes);
  const open = (id: number): WasmReader =>
    new WasmReader(sections.find((each) => each.id === id)?.content ?? Uint8Array.of(0));
  const [types, imports, functions, exported, code] = [
    open(SECTION.types),
    open(SECTION.imports),
    open(SECTION.functions),
    open(SECTION.exports),
    open(SECTION.code),
  ];
  return {
    sections,
    types: types.list(() => readType(types)),
    imports: imports.list(() => readImport(imports)).filter((name) => name !== null),
    functions: functions.list(() => functions.number()),
    exports: new Map(exported.list(() => readExport(exported)).filter((each) => each !== null)),
    code: code.list(() => code.take(code.number())),
  };
}

function readType(reader: WasmReader): Uint8Array {
  const start = reader.at;
  reader.byte();
  reader.list(() => reader.byte());
  reader.list(() => reader.byte());
  return reader.bytes.subarray(start, reader.at);
}

/** The name of an imported function; null for what is none. */
function readImport(reader: WasmReader): string | null {
  reader.name();
  const name = reader.name();
  const kind = reader.byte();
  if (kind === 0 || kind === 4) {
    if (kind === 4) reader.byte();
    reader.number();
    return kind === 0 ? name : null;
  }
  if (kind === 3) reader.take(2);
  else {
    if (kind === 1) reader.byte();
    reader.limits();
  }
  return null;
}

function readExport(reader: WasmReader): readonly [number, string] | null {
  const name = reader.name();
  const kind = reader.byte();
  const index = reader.number();
  return kind === 0 ? [index, name] : null;
}

/** The object's function bodies with the places that its functions get. */
function relocate(from: Parts, places: readonly number[]): readonly Uint8Array[] {
  const section = from.sections.find(({ id }) => id === SECTION.code);
  if (section === undefined) throw new Error("The object has no code.");
  const content = section.content.slice();
  const symbols = readFunctionSymbols(from.sections);
  for (const { kind, at, symbol } of readRelocations(from.sections)) {
    const index = kind === GLOBAL_INDEX ? STACK_GLOBAL : places[symbols[symbol] ?? -1];
    if ((kind !== FUNCTION_INDEX && kind !== GLOBAL_INDEX) || index === undefined) {
      throw new Error(`The object has a relocation of kind ${kind}, which is not known.`);
    }
    content.set(writeNumber(index, WIDTH), at);
  }
  const reader = new WasmReader(content);
  return reader.list(() => reader.take(reader.number()));
}

interface Relocation {
  readonly kind: number;
  readonly at: number;
  readonly symbol: number;
}

/** The relocations of the code (WebAssembly's tool conventions, `Linking.md`). */
function readRelocations(sections: readonly Section[]): readonly Relocation[] {
  const reader = openCustom(sections, "reloc.CODE");
  if (reader === null) return [];
  reader.number();
  return reader.list(() => ({ kind: reader.byte(), at: reader.number(), symbol: reader.number() }));
}

/** The function that each symbol of the object stands for; undefined for other symbols. */
function readFunctionSymbols(sections: readonly Section[]): readonly (number | undefined)[] {
  const reader = openCustom(sections, "linking");
  if (reader === null) throw new Error("The object has no symbols.");
  reader.number();
  while (reader.byte() !== 8) reader.take(reader.number());
  reader.number();
  return reader.list(() => {
    const [kind, flags] = [reader.byte(), reader.number()];
    if (kind === 1) throw new Error("The object has data.");
    const index = reader.number();
    const isNamed = (flags & 0x10) === 0 || (flags & 0x40) !== 0;
    if (isNamed) reader.name();
    return kind === 0 ? index : undefined;
  });
}

function openCustom(sections: readonly Section[], name: string): WasmReader | null {
  for (const { id, content } of sections) {
    if (id !== SECTION.custom) continue;
    const reader = new WasmReader(content);
    if (reader.name() === name) return reader;
  }
  return null;
}
