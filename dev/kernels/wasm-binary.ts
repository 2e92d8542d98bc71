/** The numbers of the sections that splicing reads or writes (WebAssembly core specification, 5.5.2). */
export const SECTION = { custom: 0, types: 1, imports: 2, functions: 3, exports: 7, code: 10 } as const;

/** Reads numbers and names from WebAssembly's binary format, on from a place. */
export class WasmReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new Error("The WebAssembly file ends too early.");
    this.at += 1;
    return value;
  }

  /** An unsigned LEB128 number, below 2 ** 53. */
  number(): number {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  }

  take(count: number): Uint8Array {
    this.at += count;
    if (this.at > this.bytes.length) throw new Error("The WebAssembly file ends too early.");
    return this.bytes.subarray(this.at - count, this.at);
  }

  name(): string {
    return new TextDecoder().decode(this.take(this.number()));
  }

  /** As many things as the number before them says. */
  list<T>(read: () => T): T[] {
    return Array.from({ length: this.number() }, read);
  }

  /** The bounds of a memory or a table. */
  limits(): void {
    const hasMaximum = (this.byte() & 1) === 1;
    this.number();
    if (hasMaximum) this.number();
  }
}

export interface Section {
  readonly id: number;
  readonly content: Uint8Array;
}

/** The sections of a module or an object file, in their order. */
export function readSections(bytes: Uint8Array): Section[] {
  const reader = new WasmReader(bytes, 8);
  const sections: Section[] = [];
  while (reader.at < bytes.length) {
    const id = reader.byte();
    sections.push({ id, content: reader.take(reader.number()) });
  }
  return sections;
}

/** Puts a module together from its sections. */
export function writeSections(sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const head = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  return joinBytes(
    head,
    ...sections.flatMap(({ id, content }) => [Uint8Array.of(id), writeNumber(content.length), content]),
  );
}

/** An unsigned LEB128 number, in as many bytes as it needs or in `width`. */
export function writeNumber(value: number, width = 1): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length < width; rest = Math.floor(rest / 128)) {
    const isLast = rest < 128 && bytes.length + 1 >= width;
    bytes.push((rest % 128) | (isLast ? 0 : 0x80));
  }
  return Uint8Array.from(bytes);
}

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
