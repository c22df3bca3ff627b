import { Stack } from 'aws-cdk-lib';
import type { BuildTarget } from '../../model/folder/built-file';
import { engineTargetOf } from '../../model/engine/engine-build';
import { InstanceType } from '../../platform';
import { TritonImage } from '../image';

/** The GPU and the TensorRT version for which an engine is built. Undefined if the GPU of the instance type is not known. */
export function engineTarget(
  { gpuModel, computeCapability }: InstanceType,
  image: TritonImage,
): BuildTarget | undefined {
  if (gpuModel === undefined || computeCapability === undefined) return undefined;
  return engineTargetOf({ gpuModel, computeCapability }, image.release);
}

/** A label for an image that is the same in all accounts and Regions: the release of a published image, otherwise the last part of the name. */
export function imageLabel({ account, region }: Stack, image: TritonImage, uri: string): string {
  if (image._published) return image.release;
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  const label = [account, region].reduce((text, part) => text.replaceAll(part, ''), name);
  return label.replace(/\$\{Token\[[^\]$]{0,99}\]\}/g, '') || image.release;
}
