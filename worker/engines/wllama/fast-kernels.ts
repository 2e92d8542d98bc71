import { fromBase64 } from "../../protocol/base64.ts";
import { describeError } from "../../protocol/describe-error.ts";

/** llama.cpp's WebAssembly as a browser can load it. */
export interface EngineBinary {
  readonly url: string;
  /** It has our code in it. */
  readonly isLinked: boolean;
  /** To be called once the engine is loaded. */
  release(): void;
}

/** A module with one relaxed SIMD instruction in it (`i16x8.relaxed_dot_i8x16_i7x16_s`): valid where the browser has them. */
const RELAXED_PROBE = fromBase64("AGFzbQEAAAABBQFgAAF7AwIBAAoPAQ0AQQD9D0EA/Q/9kgIL");
const DIGEST_BYTES = 32;

/**
 * llama.cpp's WebAssembly with our own matrix products in it (`dev/kernels/mul-mat.c`), which compute 3 to 10 times as fast,
 * and with a way to keep what it has read (`dev/kernels/prompt-state.c`): put together from wllama's file and the pieces at
 * `kernelsUrl`. The file as it is where the browser has no relaxed SIMD, no pieces are given, or the pieces were made for
 * another file. Rejects with the reason when the file cannot be fetched.
 */
export async function openEngineBinary(url: string, kernelsUrl: string | undefined): Promise<EngineBinary> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new Error(`${url} could not be fetched: ${describeError(error)}`);
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const plain: EngineBinary = { url, isLinked: false, release: () => undefined };
  if (kernelsUrl === undefined || !WebAssembly.validate(RELAXED_PROBE)) {
    await response.body?.cancel();
    return plain;
  }
  const [file, pieces] = await Promise.all([
    response.arrayBuffer(),
    fetch(kernelsUrl).then(
      (answer) => (answer.ok ? answer.arrayBuffer() : null),
      () => null,
    ),
  ]);
  const parts = pieces === null ? null : await putTogether(file, pieces);
  if (parts === null) return plain;
  const address = URL.createObjectURL(new Blob(parts, { type: "application/wasm" }));
  return { url: address, isLinked: true, release: () => URL.revokeObjectURL(address) };
}

/**
 * The parts of the whole file, in order; null when the pieces belong to another file. They begin with its SHA-256; then, each
 * in four bytes, come the number of steps and for each step where it copies from the file, how many bytes, and how many
 * bytes of the pieces' rest follow.
 */
export async function putTogether(file: ArrayBuffer, pieces: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>[] | null> {
  // Absent where the page is not served securely.
  const digest = await (crypto.subtle as SubtleCrypto | undefined)?.digest("SHA-256", file);
  const wanted = new Uint8Array(pieces, 0, DIGEST_BYTES);
  if (digest === undefined || new Uint8Array(digest).some((byte, index) => byte !== wanted[index])) return null;
  const numbers = new DataView(pieces, DIGEST_BYTES);
  const steps = numbers.getUint32(0, true);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let at = DIGEST_BYTES + 4 + 12 * steps;
  for (let step = 0; step < steps; step += 1) {
    const [from = 0, copied = 0, added = 0] = [4, 8, 12].map((offset) => numbers.getUint32(12 * step + offset, true));
    parts.push(new Uint8Array(file, from, copied), new Uint8Array(pieces, at, added));
    at += added;
  }
  return parts;
}
