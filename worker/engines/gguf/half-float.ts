/** The value of a half-precision float (IEEE 754 binary16) given by its bits. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** The bits of the nearest half-precision float, ties to even; beyond 65,504 it is infinity. */
export function toHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(size)) return 0x7e00;
  if (size >= 65_520) return sign | 0x7c00;
  const exponent = Math.max(-14, size === 0 ? -14 : Math.floor(Math.log2(size)));
  const step = 2 ** (exponent - 10);
  // Beyond 2^52 there are no fractions: the sum is rounded, ties to even.
  const steps = size / step + 2 ** 52 - 2 ** 52;
  // At 2048 steps the sum below carries into the exponent, which is the correct value.
  const base = exponent === -14 && steps < 1024 ? 0 : ((exponent + 15) << 10) - 1024;
  return sign | (base + steps);
}
