import { tensorRtOf } from '../../platform/tensorrt';
import type { EngineTarget } from './engine-build';

/** What an engine is built for, on an instance type with a published image. */
export function engineTargetOf(
  { gpuModel, computeCapability }: Pick<EngineTarget, 'gpuModel' | 'computeCapability'>,
  release: string,
): EngineTarget {
  return { gpuModel, computeCapability, tensorRtVersion: tensorRtOf(release)?.version, image: release };
}
