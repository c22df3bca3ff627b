/**
 * The platform of the wheels for the Python of Triton's images, in the notation of uv. Python 3.8 is that of Ubuntu 20.04 (glibc 2.31), 3.10
 * that of Ubuntu 22.04 (2.35), and 3.12 that of Ubuntu 24.04 (2.39): triton-inference-server/server, build.py and compatibility matrix, read
 * 2026-11-27.
 */
const GLIBC_BY_PYTHON: Record<string, string | undefined> = { '3.8': '2_31', '3.10': '2_35', '3.12': '2_39' };

/** The platform of an image with an unknown glibc: the oldest that new wheels still support. */
export const OLDEST_PLATFORM = 'x86_64-manylinux_2_28';

/** The platform of the image with a Python version. AWS publishes Triton for x86_64 only. */
export function platformOf(python: string): string {
  const glibc = GLIBC_BY_PYTHON[python];
  return glibc === undefined ? OLDEST_PLATFORM : `x86_64-manylinux_${glibc}`;
}
