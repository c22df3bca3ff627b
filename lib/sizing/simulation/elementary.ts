/**
 * Logarithm and exponential out of additions, multiplications and divisions, which IEEE 754 rounds the same way
 * everywhere. `Math.log` and `Math.exp` may differ in the last bit from one engine or processor to the next, and a
 * simulation has to give the same bytes on any machine.
 */
const BINS = 256;
const LN2 = 2 * atanhSeries(1 / 3);
const inverse = new Float64Array(BINS);
const logarithm = new Float64Array(BINS);
const powerOfTwo = new Float64Array(33);
for (let i = 0; i < BINS; i++) {
  const centre = 1 + (i + 0.5) / BINS;
  inverse[i] = 1 / centre;
  logarithm[i] = 2 * atanhSeries((centre - 1) / (centre + 1));
}
for (let i = 0, power = 1; i <= 32; i++, power *= 2) powerOfTwo[i] = power;

function atanhSeries(x: number): number {
  let sum = 0;
  let term = x;
  for (let n = 1; n < 80; n += 2) {
    sum += term / n;
    term *= x * x;
  }
  return sum;
}

/** Natural logarithm of a mantissa from 1 to 2. */
function logOfMantissa(mantissa: number): number {
  const bin = ((mantissa - 1) * BINS) | 0;
  const rest = mantissa * inverse[bin] - 1; // at most 1/512
  return logarithm[bin] + rest * (1 - rest * (0.5 - rest * (1 / 3 - rest * 0.25)));
}

/** -ln(k / 2^32) for a 32-bit integer above 0: the hot path of exponential gaps. */
export function minusLogOfFraction(k: number): number {
  const leadingZeros = Math.clz32(k);
  return (leadingZeros + 1) * LN2 - logOfMantissa((k >>> 0) / powerOfTwo[31 - leadingZeros]);
}

/** Natural logarithm of a number above 0. */
export function log(x: number): number {
  let exponent = 0;
  let mantissa = x;
  for (; mantissa >= 2; exponent++) mantissa /= 2;
  for (; mantissa < 1; exponent--) mantissa *= 2;
  return exponent * LN2 + logOfMantissa(mantissa);
}

/** e to the power of x, for x up to 700; 0 below -700. */
export function exp(x: number): number {
  if (x < -700) return 0;
  const power = Math.round(x / LN2);
  const rest = x - power * LN2;
  let sum = 1;
  for (let n = 18; n > 0; n--) sum = 1 + (sum * rest) / n;
  for (let i = 0; i < power; i++) sum *= 2;
  for (let i = 0; i > power; i--) sum /= 2;
  return sum;
}
