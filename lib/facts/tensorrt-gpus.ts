import { isInRange, VersionRange } from './versions';

/** The range of TensorRT versions that can build and run engines for a GPU. */
export interface GpuSupport extends VersionRange {
  readonly computeCapability: string;
  /** Source (read 2026-11-23). */
  readonly source: string;
}

/**
 * TensorRT versions for each GPU in the instance table. Triton's own minimum compute capability (6.0; 7.5 with CUDA 13) is checked
 * separately.
 */
const GPU_SUPPORT: GpuSupport[] = [
  { computeCapability: '3.7', until: '8.6', source: 'TensorRT 8.5.2 release notes: 8.5 is the last for Kepler' },
  { computeCapability: '7.0', until: '10.5', source: 'TensorRT 10.5.0 release notes: Volta support removed' },
  {
    computeCapability: '7.5',
    source: 'NVIDIA, TensorRT support matrix of 2022-07; Triton 26.10 release notes: compute capability 7.5 and later',
  },
  { computeCapability: '8.0', source: 'NVIDIA, TensorRT support matrix of 2022-07' },
  {
    computeCapability: '8.6',
    since: '7.2.1',
    source: 'NVIDIA, TensorRT support matrix of 2022-07; NVIDIA/TensorRT#975',
  },
  { computeCapability: '8.9', since: '8.5', source: 'NVIDIA/TensorRT#2727: 8.4 fails with "Unsupported SM: 0x809"' },
  { computeCapability: '9.0', since: '8.5', source: 'NVIDIA/TensorRT, CHANGELOG.md, 8.5.1: Hopper' },
  {
    computeCapability: '10.0',
    since: '10.8',
    source: 'TensorRT 10.8.0 release notes: Blackwell, B200 as early access',
  },
  {
    computeCapability: '10.3',
    since: '10.13',
    source:
      'DGX GB300 release notes: "TensorRT version 10.13 includes functional support for GB300"; TensorRT 10.14.1 release notes',
  },
  {
    computeCapability: '12.0',
    since: '10.8',
    source: 'TensorRT 10.8.0 release notes: Blackwell; with 10.7 NVIDIA/TensorRT#4317',
  },
];

/** The GPUs for which TensorRT supports a precision. */
export interface PrecisionSupport {
  /** Lowest compute capability. */
  readonly lowest?: string;
  /** Compute capability that supports the precision, but on which trtexec does not select it. */
  readonly notPreferred?: string;
  readonly source: string;
}

/** Restrictions by precision. A precision that is not listed works on all GPUs that TensorRT supports. */
const PRECISION_SUPPORT: Record<string, PrecisionSupport> = {
  BF16: {
    lowest: '8.0',
    source: 'NVIDIA/TensorRT v10.16, samples/common/sampleOptions.cpp: "BF16 only supported on Ampere+"',
  },
  FP8: {
    lowest: '8.9',
    source:
      'NVIDIA Model Optimizer, support matrix: "FP8 … Ada and Later"; TensorRT 10.3.0 release notes: FP8 for SM 89',
  },
  INT8: {
    notPreferred: '10.3',
    source:
      'NVIDIA/TensorRT v10.13.0 to v10.16, samples/common/sampleOptions.cpp: --best leaves INT8 out for SM 10.3, and --int8 does not; ' +
      'TensorRT 11.5.0 release notes: 10.3 has INT8',
  },
};

/** TensorRT versions for a GPU; undefined if no instance type in the table has the GPU. */
export function gpuSupportOf(computeCapability: string): GpuSupport | undefined {
  return GPU_SUPPORT.find((row) => row.computeCapability === computeCapability);
}

/** Whether engines of a TensorRT version can be built and run on a GPU; undefined if the GPU is not in the table. */
export function supportsGpu(tensorRt: string, computeCapability: string): boolean | undefined {
  const row = gpuSupportOf(computeCapability);
  return row && isInRange(tensorRt, row);
}

/** Restrictions of a precision; undefined if every GPU supports it. */
export function precisionSupportOf(precision: string): PrecisionSupport | undefined {
  return PRECISION_SUPPORT[precision];
}
