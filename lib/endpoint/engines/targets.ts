import { Stack } from 'aws-cdk-lib';
import type { EngineTarget } from '../../model/engine/engine-build';
import { engineTargetOf } from '../../model/engine/engine-target';
import { InstanceType } from '../../platform';
import { TritonImage } from '../image';

/** What an engine is built for on an instance type; undefined where the GPU is not known. */
export function engineTarget(
  { gpuModel, computeCapability }: InstanceType,
  image: TritonImage,
): EngineTarget | undefined {
  if (gpuModel === undefined || computeCapability === undefined) return undefined;
  return engineTargetOf({ gpuModel, computeCapability }, image.release);
}

/** What is known of an image in every account and region: the release of a published one, the last part of the name of another. */
export function imageLabel({ account, region }: Stack, image: TritonImage, uri: string): string {
  if (image._published) return image.release;
  const last = uri.slice(uri.lastIndexOf('/') + 1);
  const known = [account, region].reduce((text, part) => text.replaceAll(part, ''), last);
  return known.replace(/\$\{Token\[[^\]$]{0,99}\]\}/g, '') || image.release;
}
