import { createHash } from 'crypto';
import type { EngineBuild } from './engine-build';

/**
 * What decides an engine, as one digest: equal builds have equal keys, in every stack. Drivers and AMIs are no part of it, since an engine
 * goes by TensorRT version and GPU.
 *
 * @param build a build with its target
 * @param digests SHA-256 of each source by its path, in hexadecimal digits; of an object in S3 its version
 */
export function engineKey({ arguments: options, target }: EngineBuild, digests: Map<string, string>): string {
  if (!target) throw new Error('an engine has a key when its GPU is known');
  const files = [...digests].sort(([a], [b]) => (a < b ? -1 : 1));
  const { tensorRtVersion: tensorRt, image, gpuModel: gpu, computeCapability } = target;
  const text = JSON.stringify({ format: 1, files, arguments: options, tensorRt, image, gpu, computeCapability });
  return createHash('sha256').update(text).digest('hex');
}
