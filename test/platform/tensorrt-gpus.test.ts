import { gpuSupportOf, precisionSupportOf, supportsGpu } from '../../lib/platform/tensorrt-gpus';
import { releasesFor, tensorRtInWords, tensorRtOf } from '../../lib/platform/tensorrt';
import { allInstanceFacts } from '../../lib/platform/instance-facts';
import { tritonReleases } from '../../lib/platform/triton-releases';

/** The families of the instance table by the compute capability of their GPUs, such as `8.9` of g6 and g6e. */
const FAMILIES = new Map<string, Set<string>>();
for (const { name, computeCapability } of allInstanceFacts()) {
  if (computeCapability === undefined) continue;
  const families = FAMILIES.get(computeCapability) ?? new Set();
  FAMILIES.set(computeCapability, families.add(name.split('.')[1]));
}
const CAPABILITIES = [...FAMILIES.keys()].sort((a, b) => Number(a) - Number(b));
/** Those that AWS publishes, and NVIDIA's newer ones for images of one's own. */
const RELEASES = [...tritonReleases().map(({ release }) => release), '26.06'];

test('which TensorRT builds engines for which GPU, and who says so', () => {
  const rows = RELEASES.map((release) => {
    const tensorRt = tensorRtOf(release);
    if (!tensorRt) throw new Error(`the TensorRT of ${release} is not known`);
    const cells = CAPABILITIES.map((each) => (supportsGpu(tensorRt.version, each) ? 'yes' : '-').padEnd(5));
    return `${release}  ${tensorRtInWords(tensorRt).padEnd(27)}${cells.join('')}`.trimEnd();
  });
  const head = `${''.padEnd(34)}${CAPABILITIES.map((each) => each.padEnd(5)).join('')}`.trimEnd();
  const sources = CAPABILITIES.map(
    (each) => `${each} (${[...(FAMILIES.get(each) ?? [])].join(', ')}): ${gpuSupportOf(each)?.source}`,
  );
  expect([head, ...rows, ...sources].join('\n')).toMatchInlineSnapshot(`
    "                                  3.7  7.0  7.5  8.0  8.6  8.9  9.0  10.0 10.3 12.0
    21.08  8.0.1.6                    yes  yes  yes  yes  yes  -    -    -    -    -
    22.05  8.2.5.1                    yes  yes  yes  yes  yes  -    -    -    -    -
    22.07  8.4                        yes  yes  yes  yes  yes  -    -    -    -    -
    22.10  8.5 (reported by users)    yes  yes  yes  yes  yes  yes  yes  -    -    -
    22.12  8.5.1.7                    yes  yes  yes  yes  yes  yes  yes  -    -    -
    23.02  8.5.3 (reported by users)  yes  yes  yes  yes  yes  yes  yes  -    -    -
    23.03  8.5.3.1                    yes  yes  yes  yes  yes  yes  yes  -    -    -
    23.12  8.6.1.6                    -    yes  yes  yes  yes  yes  yes  -    -    -
    24.01  8.6.1.6                    -    yes  yes  yes  yes  yes  yes  -    -    -
    24.03  8.6.3 (reported by users)  -    yes  yes  yes  yes  yes  yes  -    -    -
    24.05  10.0.1.6                   -    yes  yes  yes  yes  yes  yes  -    -    -
    24.09  10.4.0.26                  -    yes  yes  yes  yes  yes  yes  -    -    -
    25.04  10.9.0.34                  -    -    yes  yes  yes  yes  yes  yes  -    yes
    25.09  10.13.3.9                  -    -    yes  yes  yes  yes  yes  yes  yes  yes
    26.03  10.16 (reported by users)  -    -    yes  yes  yes  yes  yes  yes  yes  yes
    26.04  10.16 (reported by users)  -    -    yes  yes  yes  yes  yes  yes  yes  yes
    26.05  10.16 (reported by users)  -    -    yes  yes  yes  yes  yes  yes  yes  yes
    26.06  11 or newer                -    -    yes  yes  yes  yes  yes  yes  yes  yes
    3.7 (p2): TensorRT 8.5.2 release notes: 8.5 is the last for Kepler
    7.0 (p3): TensorRT 10.5.0 release notes: Volta support removed
    7.5 (g4dn): NVIDIA, TensorRT support matrix of 2022-07; Triton 26.10 release notes: compute capability 7.5 and later
    8.0 (p4d, p4de): NVIDIA, TensorRT support matrix of 2022-07
    8.6 (g5): NVIDIA, TensorRT support matrix of 2022-07; NVIDIA/TensorRT#975
    8.9 (g6, g6e): NVIDIA/TensorRT#2727: 8.4 fails with "Unsupported SM: 0x809"
    9.0 (p5, p5e, p5en): NVIDIA/TensorRT, CHANGELOG.md, 8.5.1: Hopper
    10.0 (p6-b200, p6e-gb200): TensorRT 10.8.0 release notes: Blackwell, B200 as early access
    10.3 (p6-b300): DGX GB300 release notes: "TensorRT version 10.13 includes functional support for GB300"; TensorRT 10.14.1 release notes
    12.0 (g7, g7e): TensorRT 10.8.0 release notes: Blackwell; with 10.7 NVIDIA/TensorRT#4317"
  `);
});

/** (1): the GPU has the format, and trtexec does not choose it there. */
test('which GPU calculates in which format, and who says so', () => {
  const served = CAPABILITIES.filter((each) => releasesFor(each).length > 0);
  const rows = ['FP32', 'FP16', 'BF16', 'INT8', 'FP8'].map((precision) => {
    const { lowest = '0', notPreferred, source = 'each GPU' } = precisionSupportOf(precision) ?? {};
    const cells = served.map((each) => {
      if (each === notPreferred) return '(1)';
      return Number(each) >= Number(lowest) ? 'yes' : '-';
    });
    return `${precision.padEnd(6)}${cells.map((cell) => cell.padEnd(6)).join('')}${source}`;
  });
  const head = `${''.padEnd(6)}${served.map((each) => each.padEnd(6)).join('')}`.trimEnd();
  expect([head, ...rows].join('\n')).toMatchInlineSnapshot(`
    "      7.0   7.5   8.0   8.6   8.9   9.0   10.0  10.3  12.0
    FP32  yes   yes   yes   yes   yes   yes   yes   yes   yes   each GPU
    FP16  yes   yes   yes   yes   yes   yes   yes   yes   yes   each GPU
    BF16  -     -     yes   yes   yes   yes   yes   yes   yes   NVIDIA/TensorRT v10.16, samples/common/sampleOptions.cpp: "BF16 only supported on Ampere+"
    INT8  yes   yes   yes   yes   yes   yes   yes   (1)   yes   NVIDIA/TensorRT v10.13.0 to v10.16, samples/common/sampleOptions.cpp: --best leaves INT8 out for SM 10.3, and --int8 does not; TensorRT 11.5.0 release notes: 10.3 has INT8
    FP8   -     -     -     -     yes   yes   yes   yes   yes   NVIDIA Model Optimizer, support matrix: "FP8 … Ada and Later"; TensorRT 10.3.0 release notes: FP8 for SM 89"
  `);
});

test('each limit leaves a published release, or none has a server for the GPU', () => {
  expect(CAPABILITIES.filter((each) => releasesFor(each).length === 0)).toEqual(['3.7']);
  expect(releasesFor('7.0').at(-1)).toBe('24.09');
  expect(releasesFor('8.9')[0]).toBe('22.10');
});

test('of a GPU that is not in the table nothing is known', () => {
  expect(supportsGpu('11', '13.0')).toBeUndefined();
});

test('versions are compared by their numbers: 10.16 comes after 10.5', () => {
  expect(['10.4.0.26', '10.5', '10.16', '11'].map((version) => supportsGpu(version, '7.0'))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
