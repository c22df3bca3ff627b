import { gpuSupportOf, precisionSupportOf, supportsGpu } from '../../lib/facts/tensorrt-gpus';
import { releasesSupportingGpu, formatTensorRtVersion, tensorRtOf } from '../../lib/facts/tensorrt';
import { allInstanceFacts } from '../../lib/facts/instance-facts';
import { tritonReleases } from '../../lib/facts/triton-releases';

/** Instance families by the compute capability of their GPUs, such as `8.9` for g6 and g6e. */
const FAMILIES = new Map<string, Set<string>>();
for (const { name, computeCapability } of allInstanceFacts()) {
  if (computeCapability === undefined) continue;
  const families = FAMILIES.get(computeCapability) ?? new Set();
  FAMILIES.set(computeCapability, families.add(name.split('.')[1]));
}
const CAPABILITIES = [...FAMILIES.keys()].sort((a, b) => Number(a) - Number(b));
/** Releases with an image in the table, and a newer release of NVIDIA, which users can use in custom images. */
const RELEASES = [...tritonReleases().map(({ release }) => release), '26.06'];

test('the TensorRT version of each release supports these GPUs, with the source for each GPU', () => {
  const rows = RELEASES.map((release) => {
    const tensorRt = tensorRtOf(release);
    if (!tensorRt) throw new Error(`the TensorRT of ${release} is not known`);
    const cells = CAPABILITIES.map((capability) => (supportsGpu(tensorRt.version, capability) ? 'yes' : '-').padEnd(5));
    return `${release}  ${formatTensorRtVersion(tensorRt).padEnd(27)}${cells.join('')}`.trimEnd();
  });
  const header = `${''.padEnd(34)}${CAPABILITIES.map((capability) => capability.padEnd(5)).join('')}`.trimEnd();
  const sources = CAPABILITIES.map(
    (capability) =>
      `${capability} (${[...(FAMILIES.get(capability) ?? [])].join(', ')}): ${gpuSupportOf(capability)?.source}`,
  );
  expect([header, ...rows, ...sources].join('\n')).toMatchInlineSnapshot(`
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
    25.12  10.14.1.48                 -    -    yes  yes  yes  yes  yes  yes  yes  yes
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

/** In the following table, (1) means that the GPU supports the precision, but trtexec does not select the precision by default. */
test('each GPU supports these precisions, with the source for each precision', () => {
  const servedCapabilities = CAPABILITIES.filter((capability) => releasesSupportingGpu(capability).length > 0);
  const rows = ['FP32', 'FP16', 'BF16', 'INT8', 'FP8'].map((precision) => {
    const { lowest = '0', notPreferred, source = 'each GPU' } = precisionSupportOf(precision) ?? {};
    const cells = servedCapabilities.map((capability) => {
      if (capability === notPreferred) return '(1)';
      return Number(capability) >= Number(lowest) ? 'yes' : '-';
    });
    return `${precision.padEnd(6)}${cells.map((cell) => cell.padEnd(6)).join('')}${source}`;
  });
  const header = `${''.padEnd(6)}${servedCapabilities.map((capability) => capability.padEnd(6)).join('')}`.trimEnd();
  expect([header, ...rows].join('\n')).toMatchInlineSnapshot(`
    "      7.0   7.5   8.0   8.6   8.9   9.0   10.0  10.3  12.0
    FP32  yes   yes   yes   yes   yes   yes   yes   yes   yes   each GPU
    FP16  yes   yes   yes   yes   yes   yes   yes   yes   yes   each GPU
    BF16  -     -     yes   yes   yes   yes   yes   yes   yes   NVIDIA/TensorRT v10.16, samples/common/sampleOptions.cpp: "BF16 only supported on Ampere+"
    INT8  yes   yes   yes   yes   yes   yes   yes   (1)   yes   NVIDIA/TensorRT v10.13.0 to v10.16, samples/common/sampleOptions.cpp: --best leaves INT8 out for SM 10.3, and --int8 does not; TensorRT 11.5.0 release notes: 10.3 has INT8
    FP8   -     -     -     -     yes   yes   yes   yes   yes   NVIDIA Model Optimizer, support matrix: "FP8 … Ada and Later"; TensorRT 10.3.0 release notes: FP8 for SM 89"
  `);
});

test('each GPU has a published release, except GPUs that no release supports', () => {
  expect(CAPABILITIES.filter((capability) => releasesSupportingGpu(capability).length === 0)).toEqual(['3.7']);
  expect(releasesSupportingGpu('7.0').at(-1)).toBe('24.09');
  expect(releasesSupportingGpu('8.9')[0]).toBe('22.10');
});

test('support is unknown for a GPU that is not in the table', () => {
  expect(supportsGpu('11', '13.0')).toBeUndefined();
});

test('versions are compared as numbers: 10.16 is after 10.5', () => {
  expect(['10.4.0.26', '10.5', '10.16', '11'].map((version) => supportsGpu(version, '7.0'))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
