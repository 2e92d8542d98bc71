const SAMPLE_BYTES = 2;
const MAX_SAMPLE = 0x7fff;

/** Samples from -1 to 1 as a WAV of one channel with 16 bits each. */
export function writeWav(samples: Float32Array, rate: number): Uint8Array<ArrayBuffer> {
  const bytes = samples.length * SAMPLE_BYTES;
  const [riff, wave, format, data] = [0x46464952, 0x45564157, 0x20746d66, 0x61746164];
  const head = [riff, 36 + bytes, wave, format, 16, 0x10001, rate, rate * SAMPLE_BYTES, 0x100002, data, bytes];
  const wav = new Uint8Array(4 * head.length + bytes);
  wav.set(new Uint8Array(Uint32Array.from(head).buffer));
  const numbers = Int16Array.from(samples, (sample) => Math.round(Math.min(1, Math.max(-1, sample)) * MAX_SAMPLE));
  wav.set(new Uint8Array(numbers.buffer), 4 * head.length);
  return wav;
}
