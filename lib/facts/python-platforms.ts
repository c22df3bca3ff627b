/**
 * The platform of the wheels for the Python of Triton's images, in the notation of uv. Python 3.8 is that of Ubuntu 20.04 (glibc 2.31), 3.10
 * that of Ubuntu 22.04 (2.35), and 3.12 that of Ubuntu 24.04 (2.39): triton-inference-server/server, build.py and compatibility matrix, read
 * 2026-11-27.
 */
const GLIBC_BY_PYTHON: Record<string, string> = { '3.8': '2_31', '3.10': '2_35', '3.12': '2_39' };

/** The glibc of an image with a Python that is not in the table: the oldest that new wheels still support. */
const OLDEST_GLIBC = '2_28';

/** The platform of the image with a Python version. AWS publishes Triton for x86_64 only. */
export function platformOf(python: string): string {
  return `x86_64-manylinux_${GLIBC_BY_PYTHON[python] ?? OLDEST_GLIBC}`;
}
