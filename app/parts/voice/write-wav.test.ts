import { expect, it } from "vitest";
import { writeWav } from "./write-wav.ts";

it("writes a WAV of one channel, whose header says what follows, and whose samples stay within their bounds", () => {
  const wav = writeWav(Float32Array.of(0, 1, -1, 2, -0.5), 16_000);
  const view = new DataView(wav.buffer);
  expect(new TextDecoder().decode(wav.subarray(0, 16))).toBe(`RIFF${String.fromCharCode(46, 0, 0, 0)}WAVEfmt `);
  expect([view.getUint16(20, true), view.getUint16(22, true)]).toEqual([1, 1]);
  expect([view.getUint32(24, true), view.getUint32(28, true), view.getUint16(34, true)]).toEqual([16_000, 32_000, 16]);
  expect(view.getUint32(40, true)).toBe(10);
  expect(Array.from(new Int16Array(wav.buffer, 44))).toEqual([0, 32_767, -32_767, 32_767, -16_383]);
});
